/** The maximum length of the longest field of a form. */
const length = 50_000

/** Parts of texts, between `¦`. */
const units = [
  'a¦A¦1¦ ¦\t¦\n¦\r\n¦.¦,¦-¦_¦/¦\\¦"¦\'¦@¦#¦|¦%¦\u0000¦a-¦a_¦a.¦A ¦a ¦a,¦aA¦Aa¦a\n¦a@¦@a¦@ ¦a@b ¦a@b.',
  'a@b.c ¦a.b@¦0-¦(¦)¦((a¦()¦[¦]¦![¦[](¦[a](¦](¦{¦{"a":¦[1,¦<¦>¦<a ¦<a href="">¦<script¦<!--¦</p¦<p>¦&',
  '&a¦&#¦href="¦*¦**¦*_¦*a_¦**a¦`¦~¦```\n¦# ¦# a\n¦## \n¦> ¦>\n¦- ¦- a\n¦-\n¦1. ¦1. a\n¦=\n¦---\n¦|a|\n',
  "[a]: b\n¦a = ¦a = 1 AND ¦(a = ¦NOT ¦\"\\¦''¦step 1\t¦CHG0 ¦2026-¦1 January ¦Ada Li ¦Ada ¦@Ada ",
  '@Ada Lind¦ada.lind@x¦é¦e\u0301¦\u0301¦\u200b¦😀¦\ud83d¦\u2028¦ß¦İ¦名',
].flatMap((line) => line.split('¦'))

/** Many distinct words. */
const distinctWords = Array.from({ length: length / 5 }, (_, index) => `A${index.toString(36).padStart(3, '0')}`)

const wordSeparators = [' ', ',', '\n', '@', ' @', '  \n']

/** Texts that make backtracking searches slow: each repeats a unit, once with a mismatch at its end. */
export const worstTexts: readonly string[] = [
  ...units.flatMap((unit) => {
    const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
    return [text, `a${text.slice(2)}!`]
  }),
  ...wordSeparators.map((separator) => distinctWords.join(separator).slice(0, length)),
  `${'('.repeat(length / 2)}${')'.repeat(length / 2)}`,
  `${'['.repeat(length / 2)}${']'.repeat(length / 2)}`,
  `${'a '.repeat(length / 4)}${'<b></b>'.repeat(length / 14)}`,
  `# a${' '.repeat(length - 4)}b`,
  `a${'\t'.repeat(length - 2)}\n`,
  `a${'_'.repeat(length - 2)}b`,
]

/** CPU time in ms of the fastest of at most five runs; stops at the first that is fast enough. */
function processorTime(run: () => unknown, enough: number): number {
  let fastest = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 5 && fastest > enough; attempt++) {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    fastest = Math.min(fastest, (user + system) / 1_000)
  }
  return fastest
}

/** Number of measurements in which a text must look slow: a single one may be due to a busy machine. */
const attempts = 3

/**
 * Returns the texts on which a function takes more than `limit` ms and more than linear time, shortened, with the times
 * of the text and its first quarter. A text takes four times as long as its quarter in linear time and 16 times in
 * quadratic time.
 */
export function slowTexts(run: (text: string) => unknown, limit = 50): string[] {
  const describeIfSlow = (text: string, attempt = 1): string | null => {
    const time = processorTime(() => run(text), limit)
    if (time <= limit) return null
    const quarter = processorTime(() => run(text.slice(0, text.length / 4)), time / 8)
    if (quarter >= time / 8) return null
    if (attempt < attempts) return describeIfSlow(text, attempt + 1)
    return `${JSON.stringify(text.slice(0, 24))}…: ${time.toFixed(0)} ms, a quarter ${quarter.toFixed(0)} ms`
  }
  return worstTexts.flatMap((text) => describeIfSlow(text) ?? [])
}
