"""Large jobs: millions of questions over many maps, cut into shards and spread over workers.

::

    from concurrent.futures import ThreadPoolExecutor
    from astride import scale

    task = scale.pairs("den", starts, goals)
    job = scale.Job({"den": "data/grid/dao/den011d.map"}, [task], ["jps", "labels"])
    with ThreadPoolExecutor() as workers:
        results = scale.run(job, "results", workers)
    results.costs("den", "labels")

- :func:`pairs`, :func:`scenario`, :func:`matrix`: what is asked of a map.
- :class:`Job`: maps, tasks and methods; it has a hash of all that decides its answers.
- :func:`run`: works it out in a folder, on an executor of ``concurrent.futures``, on Dask or Ray, or
  in this process; goes on where an earlier run stopped.
- :class:`Results`: the answers in such a folder.

The answers are the same to the bit for any number of workers, in whatever order they finish and
however often they fail; so are the files, if the shards are cut alike (``size``).
"""

from .driver import Progress as Progress, run as run
from .files import Results as Results
from .job import Job as Job, Task as Task, matrix as matrix, pairs as pairs, scenario as scenario
