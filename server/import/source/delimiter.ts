const candidates = [',', ';', '\t', '|', '^'] as const

/**
 * Finds the delimiter of a CSV text: the requested one, that of Excel's `sep=;` line, else the most frequent in the
 * first line.
 */
export async function findDelimiter(
  pieces: AsyncIterable<string>,
  requested?: string,
): Promise<{ delimiter: string; skippedLines: number }> {
  let head = ''
  for await (const piece of pieces) {
    head += piece
    if (head.length > 65_536 || /[\r\n]/.test(head.trimStart())) break
  }
  const declared = /^\s*"?sep=(.)"?\s*[\r\n]/i.exec(head)?.[1]
  if (declared) return { delimiter: requested ?? declared, skippedLines: 1 }
  return { delimiter: requested ?? findMostFrequent(head.trimStart().split(/[\r\n]/, 1)[0] ?? ''), skippedLines: 0 }
}

function findMostFrequent(header: string): string {
  const unquoted = header.replace(/"[^"]*"/g, '')
  const counts = candidates.map((candidate) => [unquoted.split(candidate).length, candidate] as const)
  return counts.reduce((best, next) => (next[0] > best[0] ? next : best))[1]
}
