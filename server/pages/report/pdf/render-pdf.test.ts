import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { expect, test } from 'vitest'
import { buildTable, type Report, type ReportFrame, section } from '#lib/report/report.ts'
import { missing } from './printable.ts'
import { renderPdf } from './render-pdf.ts'

const frame: ReportFrame = {
  organisation: 'Example Bank',
  logo: null,
  classification: 'Confidential',
  madeFor: 'Noor Haddad',
  checkpoint: null,
}
const options = { frame, zone: 'Europe/Copenhagen', now: new Date('2026-07-01T10:00:00Z'), origin: null }
const at = '2026-03-01T08:00:00.000Z'
const buildReport = (parts: Report['parts'], title = 'Move the payments database'): Report => ({
  kind: 'Post-implementation review PIR-1',
  title,
  facts: ['CHG1', { outcome: 'successful_with_issues' }],
  parts,
  closing: 'Reviewed by Noor Haddad.',
  at,
})

async function readPages(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false })
  return text
}

const read = async (report: Report, more: Partial<typeof options> = {}) =>
  readPages(await renderPdf(report, { ...options, ...more }))

/** Lists every kind of part with this text. */
const placeEverywhere = (text: string): Report['parts'] => [
  section(
    'Part',
    { kind: 'facts', facts: [{ label: 'Fact', value: { written: text } }] },
    { kind: 'text', text: [text, { under: text }] },
    { kind: 'warning', title: text, text },
    { kind: 'markdown', source: text },
    { kind: 'markdown', source: `# ${text}\n\n- ${text}\n\n\`\`\`\n${text}\n\`\`\`` },
    { kind: 'document', value: { plan: [text, text], more: { deep: text }, list: [[text]] } },
    buildTable(
      'Table',
      [1, 2],
      [
        ['One', () => ({ written: text })],
        ['Two', () => text],
        ['Three', String],
      ],
      '',
    ),
    {
      kind: 'timeline',
      from: Date.parse(at),
      to: Date.parse(at) + 3_600_000,
      rows: [{ kind: 'incident', label: text, from: at, to: null }],
    },
  ),
]

test('holds every text, in the zone of the reader, with organisation, classification and number on each page', async () => {
  const sections = Array.from({ length: 40 }, (_, index) =>
    section(
      `Heading${index}`,
      { kind: 'text', text: [`Zażółć ${index} Øster, Привет, Ωμέγα at `, { moment: at }] },
      {
        kind: 'markdown',
        source: `## Below${index}\n\nOne **bold** word\n\n- an item\n\n\`\`\`\ncode ${index}\n\`\`\``,
      },
      { kind: 'document', value: { steps: ['Stop the writers', 'Start the writers'] } },
      { kind: 'window', window: { planned_start: at, planned_end: at, actual_start: at, actual_end: null } },
    ),
  )
  const pages = await read(buildReport(sections))
  expect(pages.length).toBeGreaterThan(3)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain('Example Bank')
    expect(page).toContain('Confidential')
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    expect(page).toContain('Made for Noor Haddad on 1 Jul 2026, 12:00')
  }
  const all = pages.join('\n')
  for (let index = 0; index < 40; index += 1) {
    for (const text of [`Heading${index}`, `Zażółć ${index} Øster, Привет, Ωμέγα`, `Below${index}`, `code ${index}`]) {
      expect(all).toContain(text)
    }
  }
  for (const text of [
    'CHG1',
    'Successful with issues',
    '1 Mar 2026, 09:00',
    'One bold word',
    'Start the writers',
    'UTC+1',
  ]) {
    expect(all).toContain(text)
  }
  expect(all).not.toContain(missing)
})

test.each([
  ['emoji, other scripts, and what is no character', '😀 日本語 العربية עברית \u202e \u0000\u001b\t\ud800 𠮷 e\u0301'],
  ['a word of 5,000 letters', 'a'.repeat(5_000)],
  ['5,000 ideographs', '語'.repeat(5_000)],
  ['20,000 spaces', ' '.repeat(20_000)],
  ['5,000 marks', `e${'\u0301'.repeat(5_000)}`],
  ['Markdown that never closes', '*[`<'.repeat(2_000)],
  ['nothing', ''],
])('is made of %s', async (_, text) => {
  const pages = await read(buildReport(placeEverywhere(text), text))
  expect(pages.join('').includes('Reviewed by Noor Haddad')).toBe(true)
})

test('says that it replaced a character and that it is cut', async () => {
  const [replaced = ''] = await read(buildReport([{ kind: 'text', text: 'Ship 🚀 to Łódź → soon' }]))
  expect(replaced).toContain(`Ship ${missing} to Łódź -> soon`)
  expect(replaced).toContain(`${missing} stands for a character that a PDF cannot show`)
  const long = Array.from({ length: 20 }, (): Report['parts'][number] => ({
    kind: 'text',
    text: 'word '.repeat(4_000),
  }))
  const pages = await read(buildReport(long))
  expect(pages.at(-1)).toContain('This PDF is cut: the page has the rest.')
  expect(pages.at(-1)).toContain('Reviewed by Noor Haddad')
})

test('has the signed state of the history in full, so that it can be verified from paper', async () => {
  const checkpoint =
    'pir.example/ledger\n2\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— pir.example/ledger Az3grlgt=\n'
  const [page = ''] = await read(buildReport([]), { frame: { ...frame, checkpoint } })
  for (const line of checkpoint.split('\n')) expect(page).toContain(line)
})

type Box = readonly [left: number, top: number, right: number, bottom: number]

/** Returns the boxes of the texts and of the drawn lines of each page. */
async function readBoxes(pdf: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const { OPS } = await getResolvedPDFJS()
  const pages = Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1))
  return Promise.all(
    pages.map(async (opened) => {
      const page = await opened
      const { height } = page.getViewport({ scale: 1 })
      const { fnArray, argsArray } = await page.getOperatorList()
      const lines = fnArray.flatMap((operation, index): Box[] => {
        const box = operation === OPS.constructPath ? argsArray[index][2] : null
        return box ? [box] : []
      })
      const { items } = await page.getTextContent()
      const texts = items.flatMap((item) => {
        if (!('str' in item) || item.str.trim() === '') return []
        const left = Number(item.transform[4])
        const base = height - Number(item.transform[5])
        return [{ text: item.str, box: [left, base - 0.7 * item.height, left + item.width, base] as Box }]
      })
      return { lines, texts }
    }),
  )
}

const isAcross = (one: Box, other: Box) =>
  one[0] <= other[2] && other[0] <= one[2] && one[1] <= other[3] && other[1] <= one[3]

test('a timeline of 1 to 12 bars strikes no text through', async () => {
  for (const count of [1, 2, 3, 7, 12]) {
    const rows = Array.from({ length: count }, (_, index) => ({
      kind: 'incident' as const,
      label: `Card payments time out, ${index}`,
      from: at,
      to: null,
    }))
    const timeline = { kind: 'timeline' as const, from: Date.parse(at), to: Date.parse(at) + 36_000_000, rows }
    const report = buildReport([timeline, section('The change', { kind: 'text', text: 'Normal' })])
    const [page] = await readBoxes(await renderPdf(report, options))
    if (!page) throw new Error('There is no page.')
    expect(page.lines.length).toBeGreaterThan(3 * count)
    const struck = page.texts.filter(({ box }) => page.lines.some((line) => isAcross(box, line)))
    expect([count, struck.map(({ text }) => text)]).toEqual([count, []])
  }
})

test('no heading of a section or table stands alone at the foot of a page', async () => {
  for (let lines = 38; lines <= 50; lines += 2) {
    const table = buildTable('Evidence', [1, 2], [['Head', () => ['A row of some lines. '.repeat(40)]]], '')
    const filling = Array.from({ length: lines }, () => ({ kind: 'text' as const, text: 'Line' }))
    const pages = await read(buildReport([...filling, section('Evidence of the outcome', table)]))
    const page = pages.find((text) => text.includes('Evidence of the outcome'))
    expect([lines, page]).toEqual([lines, expect.stringMatching(/Evidence of the outcome\s+Head\s+A row/)])
  }
})
