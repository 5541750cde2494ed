import { type ReactNode, useId } from 'react'
import { Button } from '#components/ui/button.tsx'
import { toFieldId } from '#components/ui/form/field-id.ts'
import { Input } from '#components/ui/form/input.tsx'
import { Segments } from '#components/ui/form/segments.tsx'
import {
  type AskedCheck,
  answerAsExpected,
  answerCheck,
  type CheckEntry,
  listChecks,
  wordCheckAnswer,
  yesNoLabels,
} from '#lib/review/questions/checks.ts'
import { toEntryId } from './missing-list.tsx'

type ChecksProps = {
  /** Title where the checks are a section of the page. */
  title?: string
  asked: readonly AskedCheck[]
  entries: readonly CheckEntry[]
  onChange: (entries: CheckEntry[]) => void
  aside?: ReactNode
}

/** The checks of a review, one in each row; one button answers all that are as they should be. */
export function Checks({ title, asked, entries, onChange, aside }: ChecksProps) {
  const id = useId()
  const Heading = title ? 'h2' : 'h3'
  const rows = listChecks(asked, entries)
  if (rows.length === 0) return null
  const put = (entry: CheckEntry) =>
    onChange([...entries.filter(({ check }) => check !== entry.check), ...(entry.answer ? [entry] : [])])
  const hasOpen = rows.some(({ check, answer }) => !answer && asked.find((one) => one.check === check)?.expected)
  return (
    <section id={toFieldId('checks')} aria-labelledby={id}>
      <div className="mb-2 flex min-h-7 flex-wrap items-center justify-between gap-2">
        <Heading id={id} className="text-sm font-semibold">
          {title ?? 'Checks'}
        </Heading>
        <span className="flex items-center gap-2">
          {hasOpen ? (
            <Button size="sm" onClick={() => onChange(answerAsExpected(asked, entries))}>
              {rows.some(({ answer }) => answer) ? 'The others as they should be' : 'All as they should be'}
            </Button>
          ) : null}
          {aside}
        </span>
      </div>
      <ul className="divide-y divide-line rounded-md border border-line">
        {rows.map((entry) => (
          <CheckRow
            key={entry.check}
            entry={entry}
            check={asked.find(({ check }) => check === entry.check)}
            onChange={put}
          />
        ))}
      </ul>
    </section>
  )
}

type RowProps = {
  entry: CheckEntry
  /** Undefined if it is not asked any more. */
  check: AskedCheck | undefined
  onChange: (entry: CheckEntry) => void
}

function CheckRow({ entry, check, onChange }: RowProps) {
  const id = useId()
  const { wording, answer, note, is_expected: isExpected } = entry
  return (
    <li id={toEntryId('checks', entry.check)} className="flex flex-col gap-2 px-3 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <p id={id} className="min-w-0 flex-1 basis-64 text-sm wrap-anywhere">
          {wording}
          {check?.is_required ? <span className="ml-1.5 text-xs text-muted">required</span> : null}
        </p>
        {check ? (
          <CheckControl
            labelledBy={id}
            check={check}
            entry={entry}
            onAnswer={(given) => onChange(answerCheck(check, given, note))}
          />
        ) : (
          <span className="text-sm">{wordCheckAnswer(answer ?? '')}</span>
        )}
      </div>
      {answer !== null && check?.kind !== 'text' ? (
        <Input
          aria-label={`Remark on “${wording}”`}
          placeholder={isExpected === false ? 'What was not as it should be?' : 'Remark'}
          autoComplete="off"
          value={note}
          onChange={({ target }) => onChange({ ...entry, note: target.value })}
        />
      ) : null}
    </li>
  )
}

type ControlProps = { labelledBy: string; check: AskedCheck; entry: CheckEntry; onAnswer: (answer: string) => void }

function CheckControl({ labelledBy, check: { kind, options }, entry, onAnswer }: ControlProps) {
  const { answer, is_expected: isExpected } = entry
  const named = { 'aria-labelledby': labelledBy, value: answer ?? '' }
  if (kind === 'yes_no')
    return (
      <Segments
        labelledBy={labelledBy}
        labels={yesNoLabels}
        value={answer as keyof typeof yesNoLabels | null}
        onChange={onAnswer}
        chosenClass={() =>
          isExpected === null
            ? 'bg-sunken text-ink'
            : isExpected
              ? 'bg-success-soft text-success-text'
              : 'bg-warning-soft text-warning-text'
        }
      />
    )
  if (kind === 'choice')
    return (
      <select
        {...named}
        onChange={({ target }) => onAnswer(target.value)}
        className="control h-8 w-auto max-w-full cursor-pointer px-2"
      >
        <option value="">Not answered</option>
        {[...new Set([...options, answer ?? ''])].filter(Boolean).map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    )
  return (
    <Input
      {...named}
      autoComplete="off"
      inputMode={kind === 'number' ? 'decimal' : 'text'}
      maxLength={2000}
      onChange={({ target }) => onAnswer(target.value)}
      className={kind === 'number' ? 'max-w-40' : 'basis-full'}
    />
  )
}
