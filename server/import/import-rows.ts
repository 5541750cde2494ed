import type { Mapping } from '#lib/contracts/import-records.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { ImportAuthor } from './database/author.ts'
import type { MergePlan, RowSource } from './database/merge.ts'
import { takeDeletedRows } from './database/repeated-rows.ts'
import { type StagedRow, stageRowsInMemory } from './database/staging.ts'
import { createPeopleOfImport } from './import-report.ts'
import { prepareStatedRows } from './mapping/prepare-import.ts'
import { readOrganisationWords } from './mapping/sample.ts'
import { remarkNumbers } from './stage-file.ts'
import { allTargets } from './targets/all-targets.ts'
import { noRemarks, type RowRemarks, type Target } from './targets/target.ts'

type JsonRow = Readonly<Record<string, unknown>>

/** The result of a row: the key of its record, or the reason of its refusal. */
export type RowOutcome = { readonly key: string } | { readonly reason: string }

type SystemRows = {
  readonly kind: ImportKind
  /** Names every column, so that none is guessed. */
  readonly mapping: Mapping
  readonly author: ImportAuthor
  readonly origin?: RowSource
  /** One entry per row, in order. */
  readonly digests?: readonly string[]
  readonly remarks?: RowRemarks
}

/** Reads rows by their mapping and stages the valid ones for `mergeStagedRows`, in one transaction with that. */
export async function stageRowsOfSystem(
  db: Queryable,
  rows: readonly JsonRow[],
  { kind, mapping, author, origin, digests = [], remarks = noRemarks }: SystemRows,
) {
  const target = allTargets[kind]
  const { feeds, choice, checkRow } = prepareStatedRows(target, mapping, await readOrganisationWords(db), remarks)
  const keyAt = target.columns.findIndex(({ name }) => name === target.key)
  /** One entry per row, in order. */
  const outcomes: RowOutcome[] = []
  const valid: StagedRow[] = []
  const firstOrdinals = new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    const ordinal = index + 1
    const checked = checkRow(row)
    if ('issues' in checked) {
      outcomes.push({ reason: checked.issues.join('; ') })
      continue
    }
    const key = String(checked.cells[keyAt])
    const first = choice.refusesRepeats ? firstOrdinals.get(key) : undefined
    if (first !== undefined) {
      outcomes.push({ reason: `repeats the ${target.key} of record ${first}` })
      continue
    }
    firstOrdinals.set(key, ordinal)
    outcomes.push({ key })
    valid.push({ ordinal, line: ordinal, digest: digests[index], cells: checked.cells })
  }
  const resolved = await createPeopleOfImport(target).resolve(db, valid)
  const { renamed, ...numbers } = await stageRowsInMemory(db, target, resolved)
  remarkNumbers(target, feeds, remarks, numbers)
  for (const { ordinal, to } of renamed) outcomes[ordinal - 1] = { key: to }
  await remarkDeleted(db, target, remarks)
  const filled = new Set(feeds.map(({ field }) => field))
  const plan: MergePlan = { target, filled, choice, author, ...(origin && { origin }) }
  return { outcomes, plan }
}

async function remarkDeleted(db: Queryable, target: Target, remarks: RowRemarks): Promise<void> {
  for await (const deleted of takeDeletedRows(db, target))
    for (const { key } of deleted)
      remarks.add(`the retention deleted such ${target.entity}, so they are not recorded again`, key)
}
