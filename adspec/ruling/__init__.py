"""One function of a user's, judged by the laws: what it takes, at which points, and what is true of it."""
