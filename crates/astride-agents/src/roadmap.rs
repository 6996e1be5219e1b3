//! The nodes that agents stand on, numbered densely, with their neighbours.
