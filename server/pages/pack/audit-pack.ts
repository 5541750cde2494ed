import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { auditActions } from '#lib/actions/policy-actions.ts'
import { type Audit, listAuditPopulation, listAuditSample } from '#lib/contracts/app/audits.ts'
import type { Endpoint } from '#lib/contracts/endpoint.ts'
import type { Page, PageRequest } from '#lib/contracts/pages.ts'
import { findListShape } from '#lib/contracts/whole-list.ts'
import { nameQuarter } from '#lib/domain/metrics/metric-period.ts'
import { packPaths } from '#lib/ledger/pack.ts'
import type { ProvenReview } from '#lib/ledger/pack-records.ts'
import { formatVerifierKey } from '#lib/ledger/signed-note.ts'
import { writeReportMarkdown } from '#lib/report/report-text.ts'
import { buildReviewReport } from '#lib/report/review-report.ts'
import { getDayInZone } from '#lib/time/local-day.ts'
import { getChange } from '#server/changes/queries.ts'
import { listDeploymentsOfChange } from '#server/deployments/deployments-of-change.ts'
import { findReceipt } from '#server/history/ledger/collect-receipts.ts'
import { proveErasures, proveRecords, readLeafHashes } from '#server/history/ledger/ledger-copy.ts'
import { getVerifierKey } from '#server/history/ledger/ledger-key.ts'
import { listChangeHistory } from '#server/history/queries.ts'
import * as audits from '#server/insights/audits/queries.ts'
import { printReconciliation } from '#server/insights/audits/reconcile.ts'
import { listConclusions, loadQuarter } from '#server/insights/conclusions.ts'
import { printAssessmentResults } from '#server/insights/controls/assessment-results.ts'
import { printAuditControls } from '#server/insights/controls/list-controls.ts'
import { listConfirmedDecisions } from '#server/insights/standard-changes.ts'
import { loadReportData } from '#server/pages/report/load-review-report.ts'
import { getZone, renderReportPdf } from '#server/pages/report/report-file.ts'
import { toRecordList } from '#server/platform/api/list-result.ts'
import { streamWholeList, wholeListPage } from '#server/platform/api/whole-list.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { streamZip, type ZippedFile } from '#server/platform/files/zip-stream.ts'
import type { HandlerResult } from '#server/platform/http/response.ts'
import { log } from '#server/platform/log/log.ts'
import { getServiceVersion, projectDir } from '#server/platform/project-dir.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import {
  buildChangePath,
  openPack,
  type Pack,
  type PackPart,
  verifyPage,
  type WrittenFile,
  writeIndexPage,
} from './html-pages.ts'

/** In single quotes the shell reads every character as it is. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** A shell script that repeats the draw of an audit with the usual tools of a Linux system. */
const writeDrawScript = ({ method, seed, size, population_count: count, population_digest: digest }: Audit): string =>
  `#!/bin/sh
# Draws the sample again from population.csv: sh draw.sh
set -eu
METHOD=${method} SEED=${quoted(seed)} SIZE=${size ?? count} COUNT=${count}
DIGEST=${digest}
sha() { sha256sum | cut -c1-64; }
population() { tail -n +2 population.csv | cut -d, -f2 | tr -d '\\r"'; }
if [ "$(population | sha)" != "$DIGEST" ]; then echo "population.csv is not the frozen population." >&2; exit 1; fi
random() {
  population | while read -r number; do
    printf '%s %s\\n' "$(printf '%s:%s' "$SEED" "$number" | sha)" "$number"
  done | LC_ALL=C sort | head -n "$SIZE" | cut -d' ' -f2
}
every_nth() {
  start=$(printf '%d' "0x$(printf '%s' "$SEED" | sha | cut -c1-6)")
  places=$(seq 0 $((SIZE - 1)) | while read -r at; do
    echo "$(((start + at * 16777216) * COUNT / (SIZE * 16777216) + 1))p"
  done)
  population | sed -n "$places"
}
all() { population; }
$METHOD
`

/** The parts of a pack in the order in which they are written; a part may name the files of earlier ones. */
const parts: readonly PackPart[] = [
  list('population.csv', listAuditPopulation, audits.listAuditPopulation),
  list('sample.csv', listAuditSample, audits.listAuditSample),
  text('reconciliation.csv', ({ ctx, audit }) => printReconciliation(ctx, audit.id)),
  text('controls.csv', ({ ctx, audit }) => printAuditControls(ctx, audit.id)),
  text('assessment-results.json', ({ ctx, audit }) => printAssessmentResults(ctx, audit.id)),
  text('draw.sh', ({ audit }) => writeDrawScript(audit)),
  generateReviewFiles,
  generateConclusions,
  generateStandardChanges,
  generateLedgerFiles,
  text('verify.html', async () =>
    verifyPage(await readFile(join(projectDir(), 'dist', 'browser', 'verify-page.js'), 'utf8')),
  ),
  text('index.html', writeIndexPage),
  text('manifest.json', writeManifest),
  text(packPaths.sums, (_, writtenFiles) => writtenFiles.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('')),
]

/** Builds the evidence pack as a zip file while it is sent. Throws `not_found`, and `conflict` before the draw. */
export async function buildAuditPack(ctx: Context, id: string): Promise<HandlerResult<null>> {
  const pack = await openPack(ctx, id)
  const { name: audited, from, to } = pack.audit
  const name = `${audited.replaceAll(/[\\/:*?"<>|]/g, '-')}, ${from} to ${to}.zip`
  return {
    body: null,
    file: { type: 'application/zip', name, content: streamZip(generateFiles(pack), ctx.now) },
  }
}

async function* generateFiles(pack: Pack): AsyncGenerator<ZippedFile> {
  const writtenFiles: WrittenFile[] = []
  try {
    for (const part of parts) {
      for await (const { path, content } of part(pack, writtenFiles))
        yield { path, content: hashContent(path, content, writtenFiles) }
    }
    // The next leaf of the ledger covers this entry, so that the sums are dated and cannot be replaced.
    const { ctx, audit } = pack
    await recordEvent(ctx, auditActions.packed, audit.id, { sums: { from: null, to: writtenFiles.at(-1)?.sha256 } })
  } catch (error) {
    log.error({ err: error }, 'pack broken off')
    throw error
  }
}

async function* hashContent(path: string, content: ZippedFile['content'], writtenFiles: WrittenFile[]) {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk)
    hash.update(bytes)
    size += bytes.length
    yield bytes
  }
  writtenFiles.push({ path, size, sha256: hash.digest('hex') })
}

function text(
  path: string,
  write: (pack: Pack, writtenFiles: readonly WrittenFile[]) => string | Promise<string>,
): PackPart {
  return async function* (pack, writtenFiles) {
    yield { path, content: [await write(pack, writtenFiles)] }
  }
}

function list(
  path: string,
  endpoint: Endpoint,
  read: (ctx: Context, id: string, request: PageRequest) => Promise<Page<object>>,
): PackPart {
  return async function* ({ ctx, audit }) {
    const shape = findListShape(endpoint)
    if (!shape) throw new Error(`${endpoint.name} is no list.`)
    const first = { page: 1, limit: wholeListPage }
    const { body } = await streamWholeList({ ...shape, format: 'csv' }, path, async (start) =>
      toRecordList(await read(ctx, audit.id, { ...first, ...start }), { ...first, ...start }),
    )
    yield { path, content: body as Readable }
  }
}

async function* generateLedgerFiles({ ctx, ledger }: Pack): AsyncGenerator<ZippedFile> {
  if (!ledger) return
  yield { path: packPaths.key, content: [`${formatVerifierKey(getVerifierKey(ledger))}\n`] }
  yield { path: packPaths.checkpoint, content: [ledger.checkpoint] }
  yield { path: packPaths.leaves, content: readLeafHashes(ctx.db, ledger.size) }
  const cosigned = await findReceipt(ctx.db, ledger.size)
  if (cosigned) yield { path: packPaths.cosigned, content: [cosigned.checkpoint] }
}

function writeManifest({ ctx, audit, ledger }: Pack, files: readonly WrittenFile[]): string {
  const made = { made_by: ctx.actor.name, made_at: ctx.now.toISOString(), hindsight: getServiceVersion() }
  return `${JSON.stringify({ audit, ...made, checkpoint: ledger?.checkpoint ?? null, files }, null, 2)}\n`
}

/** Generates PDF, Markdown and JSON of each drawn change that is still recorded; without a review, only JSON. */
async function* generateReviewFiles(pack: Pack): AsyncGenerator<ZippedFile> {
  const { ctx } = pack
  for (const change of pack.sample) {
    const { current_number: number } = change
    if (number === null) continue
    const path = buildChangePath(pack, change)
    const data = await loadReportData(ctx, number)
    const { deployments } = await listDeploymentsOfChange(ctx, number)
    if (data) {
      const report = buildReviewReport(data, deployments)
      yield { path: `${path}.pdf`, content: [await renderReportPdf(ctx, report)] }
      yield { path: `${path}.md`, content: [writeReportMarkdown(report, getZone(ctx))] }
    }
    const { versions = [], review, ...records } = data ?? { change: await getChange(ctx, number) }
    const history = await proveRecords(ctx.db, pack.ledger, await loadHistory(ctx, number))
    const keys = versions.map(({ number }) => `${review?.reference}/${number}`)
    const provenVersions = await proveRecords(
      ctx.db,
      pack.ledger,
      keys.map((recordId) => ({ kind: 'review-version', recordId })),
    )
    const erasures = await proveErasures(ctx.db, pack.ledger, [...history, ...provenVersions])
    const proven: ProvenReview = { history, versions: provenVersions, erasures }
    const json = { review: review ?? null, ...records, deployments, ...proven }
    yield { path: `${path}.json`, content: [`${JSON.stringify(json, null, 2)}\n`] }
  }
}

/** Generates what was decided about change models until the end of the period, with the figures of each decision. */
async function* generateStandardChanges({ ctx, audit }: Pack): AsyncGenerator<ZippedFile> {
  const decisions = (await listConfirmedDecisions(ctx)).filter(
    ({ confirmed_at: at }) => at !== null && getDayInZone(at, ctx.zone ?? 'UTC') <= audit.to,
  )
  if (decisions.length > 0)
    yield { path: 'standard-changes.json', content: [`${JSON.stringify(decisions, null, 2)}\n`] }
}

/** Generates PDF and Markdown of each quarter of the period that managers have concluded. */
async function* generateConclusions({ ctx, audit }: Pack): AsyncGenerator<ZippedFile> {
  const first = nameQuarter(audit.from)
  const last = nameQuarter(audit.to)
  for (const { quarter } of await listConclusions(ctx)) {
    if (quarter < first || quarter > last) continue
    const { report } = await loadQuarter(ctx, quarter)
    yield { path: `conclusions/${quarter}.pdf`, content: [await renderReportPdf(ctx, report)] }
    yield { path: `conclusions/${quarter}.md`, content: [writeReportMarkdown(report, getZone(ctx))] }
  }
}

async function loadHistory(ctx: Context, number: string) {
  const keys = []
  for (let page = 1, total = 1; keys.length < total; page += 1) {
    const read = await listChangeHistory(ctx, number, { page, limit: 1000 })
    total = read.rows.length === 0 ? 0 : read.total
    keys.push(...read.rows.map(({ id }) => ({ kind: 'audit-entry', recordId: id }) as const))
  }
  return keys.reverse()
}
