//! One conversation with one page: messages in, replies out.
