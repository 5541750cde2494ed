import { type Audit, type AuditChange, maxDrawn } from '#lib/contracts/app/audits.ts'
import { describeMethod, describeStates } from '#lib/domain/audits/describe-audit.ts'
import { describeCount } from '#lib/text/counted.ts'
import { escapeHtml } from '#lib/text/escape-html.ts'
import { capitalise } from '#lib/text/first-letter.ts'
import { formatDay, formatInstant } from '#lib/time/format-time.ts'
import { findLedger, type Ledger } from '#server/history/ledger/ledger-key.ts'
import { getAuditWithState, listAuditSample } from '#server/insights/audits/queries.ts'
import { getZone } from '#server/pages/report/report-file.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ZippedFile } from '#server/platform/files/zip-stream.ts'
import { getServiceVersion } from '#server/platform/project-dir.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1b1f20, #e8eaeb); --muted: light-dark(#57606a, #a5adb3);
  --line: light-dark(#d5d9dc, #3a4145); --page: light-dark(#fff, #15191b); --link: light-dark(#0b5cad, #7db8f0);
  --red: light-dark(#a4262c, #f0908f); --green: light-dark(#17693f, #74c99b) }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
main { max-width: 72rem; margin: 0 auto; padding: 2rem 1rem }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem }
a { color: var(--link) } th[scope=row] { font-weight: normal } .muted, dt, th[scope=col] { color: var(--muted); font-weight: normal }
code, pre { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap }
dl { display: grid; grid-template-columns: minmax(7rem, 14rem) 1fr; gap: .25rem 1rem; margin: 0 } dd { margin: 0 }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr } dd { margin-bottom: .5rem } }
.wide { overflow-x: auto } table { border-collapse: collapse; width: 100%; min-width: 44rem }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-top: 1px solid var(--line) }
td a { display: inline-block; padding: .15rem .3rem } ul { margin: 0; padding-left: 1.1rem } .fault h2, .missing { color: var(--red) } .proven h2 { color: var(--green) }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600 } input { font: inherit; max-width: 100% }
#key { width: 100%; box-sizing: border-box; padding: .4rem } button { font: inherit; padding: .4rem 1rem; margin-top: 1rem }
`

/** Builds a page that loads nothing from other places. */
const writeHtmlPage = (title: string, body: string, script = '') => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src ${script ? "'unsafe-inline'" : "'none'"}">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
${script ? `<script>${script.replaceAll('</script', '<\\/script')}</script>` : ''}
</body>
</html>
`

export const verifyPage = (script: string): string =>
  writeHtmlPage(
    'Verify evidence packs',
    `<h1>Verify evidence packs</h1>
<p>Choose a pack, or two of different years. The page names each file that was changed, verifies the signature of the
ledger, compares the records of the reviews with it, and shows whether the later history begins with the earlier one, or names
the first record that differs. What you choose stays in this page: it opens no connection.</p>
<form id="form">
<label for="Earlier">Earlier pack</label>
<input type="file" id="Earlier" accept=".zip" required>
<label for="Later">Later pack, if you have two</label>
<input type="file" id="Later" accept=".zip">
<label for="key">Key of the ledger</label>
<input id="key" autocomplete="off" spellcheck="false" aria-describedby="key-hint">
<p id="key-hint" class="muted">The one that you kept. Without it, that of the earlier pack is used.</p>
<button type="submit">Verify</button>
</form>
<div id="result" role="status"></div>`,
    script,
  )

/** Builds the first page of a pack: its audit, how to check it, and the files of each drawn change. */
export function writeIndexPage(pack: Pack, written: readonly WrittenFile[]): string {
  const { ctx, audit, sample, ledger } = pack
  const at = (moment: string | Date) => formatInstant(new Date(moment), getZone(ctx))
  const { organisation_name: organisation } = getSettings()
  const code = (text: string) => `<code>${escapeHtml(text)}</code>`
  const facts: readonly (readonly [string, string])[] = [
    ['Population', describeCount(audit.population_count, 'closed change')],
    ['Work ended', `${formatDay(audit.from)} to ${formatDay(audit.to)}`],
    ['Filter', audit.query === null ? 'None' : code(audit.query)],
    ['Method', escapeHtml(describeMethod(audit))],
    ['Seed', code(audit.seed)],
    ['SHA-256 of the numbers, each followed by a line feed', code(audit.population_digest)],
    ['Frozen', `${at(audit.created_at)} by ${escapeHtml(audit.created_by)}`],
    ['Drawn', at(audit.drawn_at ?? '')],
    ['State', escapeHtml(describeStates(audit))],
  ]
  const files = new Set(written.map(({ path }) => path))
  const list = (texts: readonly string[], className: string) =>
    texts.length === 0
      ? '–'
      : `<ul class="${className}">${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`
  const rows = sample.map((change) => {
    const { drawn_order: order, number, title, state, request_number: request, note, present, missing } = change
    const links = ['pdf', 'md', 'json'].flatMap((end) => {
      const path = `${buildChangePath(pack, change)}.${end}`
      return files.has(path)
        ? [
            `<a href="${escapeHtml(path)}" aria-label="${end.toUpperCase()} of ${escapeHtml(number)}">${end.toUpperCase()}</a>`,
          ]
        : []
    })
    const notes = [capitalise(state), request, note]
      .filter((text) => text !== null)
      .map(escapeHtml)
      .join('<br>')
    return `<tr><td>${order}</td><th scope="row">${escapeHtml(number)}<br>${escapeHtml(title ?? '')}</th><td>${notes}</td>
<td>${list(present, '')}</td><td>${list(missing, 'missing')}</td><td>${links.join(' ') || 'None'}</td></tr>`
  })
  const heads = ['Draw', 'Change', 'State', 'Holds', 'Lacks', 'Files'].map((text) => `<th scope="col">${text}</th>`)
  return writeHtmlPage(
    `${audit.name}: evidence pack`,
    `<h1>${escapeHtml(audit.name)}</h1>
<p class="muted">Evidence pack${organisation ? ` of ${escapeHtml(organisation)}` : ''}, made by ${escapeHtml(ctx.actor.name)} on ${at(ctx.now)} with Hindsight ${getServiceVersion()}.
Times are in ${escapeHtml(getZone(ctx))}.</p>
<h2>The audit</h2>
<dl>${facts.map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`).join('\n')}</dl>
<h2>How to check it</h2>
<ol>
<li>${code('sha256sum -c SHA256SUMS')} names each file that was changed. The history of the audit
in Hindsight has the SHA-256 of ${code('SHA256SUMS')} itself: ${code('sha256sum SHA256SUMS')} must print the same.</li>
<li>${code('sh draw.sh')} draws the same changes in the same order, from ${code('population.csv')} and the seed alone.</li>
<li><a href="verify.html">verify.html</a> shows whether history and versions in the reviews are those of the signed ledger, and whether the
history of a later pack begins with that of this one. Keep the key of the ledger elsewhere too.</li>
</ol>
${ledger ? `<pre>${escapeHtml(ledger.checkpoint.trimEnd())}</pre>` : '<p>The history had no ledger yet when this pack was made.</p>'}
<h2>Drawn changes</h2>
<div class="wide" role="region" aria-label="Drawn changes" tabindex="0"><table>
<thead><tr>${heads.join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>
<p><a href="population.csv">population.csv</a> · <a href="sample.csv">sample.csv</a> ·
<a href="reconciliation.csv">reconciliation.csv</a> · <a href="controls.csv">controls.csv</a> ·
<a href="assessment-results.json">assessment-results.json</a></p>`,
  )
}

export type Pack = {
  readonly ctx: Context
  readonly audit: Audit
  readonly sample: readonly AuditChange[]
  /** The ledger at the start of the pack; undefined before its first leaf. */
  readonly ledger: Ledger | undefined
}

export type WrittenFile = { readonly path: string; readonly size: number; readonly sha256: string }
/** Generates files of the pack; `written` are the files of earlier parts. */
export type PackPart = (pack: Pack, written: readonly WrittenFile[]) => Iterable<ZippedFile> | AsyncIterable<ZippedFile>

/** Loads the data of a pack. Throws `not_found`, and `conflict` before the draw. */
export async function openPack(ctx: Context, id: string): Promise<Pack> {
  const audit = await getAuditWithState(ctx, id)
  if (audit.drawn_at === null) throw new AppError('conflict', 'Draw the changes of this audit first.')
  const { rows } = await listAuditSample(ctx, id, { page: 1, limit: maxDrawn })
  return { ctx, audit, sample: rows, ledger: await findLedger(ctx.db) }
}

/** Returns the path of the files of a drawn change, without the ending. */
export function buildChangePath({ sample }: Pack, { drawn_order: order, number }: AuditChange): string {
  const place = String(order).padStart(String(sample.length).length, '0')
  return `reviews/${place}-${number.replaceAll(/[^\w.-]/g, '_')}`
}
