/** The most files that an imported zip archive may hold, and the most bytes that they may have together. */
export const maxArchiveEntries = 10_000
export const maxUnpackedBytes = 200 * 1024 * 1024
