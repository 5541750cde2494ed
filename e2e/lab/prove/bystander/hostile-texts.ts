/** A text of 50 kB that PostgreSQL's parser of words needs quadratic time for. */
export const quadraticText = '_a'.repeat(24_900)
