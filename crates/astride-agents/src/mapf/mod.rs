//! Plans for many agents: instances, solvers, and a validator that shares nothing with them.
