//! Bodies on the map: they are sent, they follow their paths, they wander, flee and return.
