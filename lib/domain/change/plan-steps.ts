import { type Outline, type OutlineSection, type OutlineStep, outlineJson } from './json-outline.ts'
import { findTitleAndDetail, isPlanKey } from './json-steps.ts'

/** The document that the steps are read from; the first part of every key. */
export type PlanDocument = 'implementation_plan' | 'backout_plan'

/** One step of a plan that a reviewer can mark. */
export type PlanStep = StepFields & {
  /** Path and a hash of the text, at most 200 characters: another text at the same path is another step. */
  readonly key: string
  readonly text: string
  readonly detail: string | null
  /** Phases or headings above it, outermost first. */
  readonly group: readonly string[]
}

type LocatedStep = Omit<PlanStep, 'key'> & { readonly path: string }
/**
 * The texts that count as steps, from strict to lenient: values of a key such as `steps`; entries of any list too; a
 * description; any text.
 */
type StepSource = (typeof stepSources)[number]
type PlanWalk = {
  readonly source: StepSource
  readonly document: PlanDocument
  readonly path: string
  readonly group: readonly string[]
  /** True below a key that names a procedure. */
  readonly isPlan: boolean
  /** True if the entries are the steps, according to the key above them. */
  readonly isStep: boolean
}

const stepSources = ['named', 'lists', 'descriptions', 'texts'] as const
const maxSteps = 500
const maxPathLength = 160
/** Characters from the end of a path that go into the hash. */
const maxHashedLength = 1_000
const stepKeys =
  /^(.*[_ -]|sub)?(steps?|phases?|stages?|tasks?|actions?|activities|procedure|instructions|runbook|checklist)$/i
/** Headings that add no information. */
const plainHeadings =
  /^((implementation|backout|rollback)[_ -]?)?(steps?|plan|phases|stages|tasks?|actions?|activities|procedure)$/i
const descriptionKeys = /^(summary|description|text|details?|what|how|method|approach|content|scope)$/i
const backoutKeys = /back[_ -]?out|roll[_ -]?back/i

/**
 * Reads the steps of a plan in reading order, whatever its JSON: lists of texts or records, phases with steps, numbered
 * keys, lines of a text. A step that contains steps is their heading. If no key names steps, the entries of any list
 * are steps, else the lines of a description, else the lines of any text. Returns at most 500 steps.
 */
export function readPlanSteps(
  document: Record<string, unknown> | null,
  name: PlanDocument = 'implementation_plan',
): PlanStep[] {
  const outline = outlineJson(document)
  const isPlan = outline.kind === 'steps' || outline.kind === 'list'
  for (const source of stepSources) {
    const steps = readNode(outline, { source, document: name, path: '', group: [], isPlan, isStep: false })
    if (steps.length > 0) return addKeys(steps.slice(0, maxSteps), name)
  }
  return []
}

function readNode(node: Outline, walk: PlanWalk): LocatedStep[] {
  const isCounted = walk.isPlan || walk.source !== 'named'
  switch (node.kind) {
    case 'steps':
      return isCounted ? node.steps.flatMap((step, index) => readStep(step, descend(walk, String(index)))) : []
    case 'list':
      return node.items.flatMap((item, index) => readItem(item, descend(walk, String(index))))
    case 'table':
      return isCounted
        ? node.rows.flatMap((row, index) => readRow(node.columns, row, descend(walk, String(index))))
        : []
    case 'sections':
      return node.sections.flatMap((section) => readSection(section, walk))
    case 'text':
      return isTextOfSteps(node.text, walk) ? splitIntoSteps(node.text, walk) : []
    default:
      return []
  }
}

function readStep({ title: text, detail, sections }: OutlineStep, walk: PlanWalk): LocatedStep[] {
  const nested = readNested(text, sections, walk)
  return nested.length > 0 ? nested : [{ path: walk.path, text, detail, group: walk.group, ...stepFields(sections) }]
}

function readNested(title: string, sections: readonly OutlineSection[], walk: PlanWalk): LocatedStep[] {
  const nestedWalk: PlanWalk = { ...walk, source: 'named', group: [...walk.group, title], isPlan: false, isStep: false }
  const stepSections = sections.filter(({ key, value }) => stepKeys.test(key) && value.kind !== 'text')
  return stepSections.flatMap((section) => readSection(section, nestedWalk))
}

function readSection({ key, label, value }: OutlineSection, walk: PlanWalk): LocatedStep[] {
  if (walk.document === 'implementation_plan' && backoutKeys.test(key)) return []
  const head = walk.isStep && value.kind === 'sections' ? stepHead(value.sections) : null
  if (head && value.kind === 'sections') {
    return readStep({ path: '', ...head, sections: value.sections }, { ...descend(walk, key), isStep: false })
  }
  const isNamed = stepKeys.test(key)
  const isHeading = !plainHeadings.test(key) && (value.kind !== 'text' || walk.isStep)
  const group = isHeading ? [...walk.group, label] : walk.group
  return readNode(value, {
    ...descend(walk, key),
    group,
    isPlan: walk.isPlan || isPlanKey(key),
    isStep: isNamed || (walk.isStep && value.kind === 'text'),
  })
}

function readItem(item: Outline, walk: PlanWalk): LocatedStep[] {
  if (!walk.isPlan && walk.source === 'named') return item.kind === 'sections' ? readNode(item, walk) : []
  if (item.kind === 'text') return splitIntoSteps(item.text, walk)
  const head = item.kind === 'sections' ? stepHead(item.sections) : null
  if (item.kind !== 'sections' || !head) return readNode(item, walk)
  return readStep({ path: walk.path, ...head, sections: item.sections }, walk)
}

function readRow(
  columns: readonly { key: string; label: string }[],
  row: readonly Outline[],
  walk: PlanWalk,
): LocatedStep[] {
  const sections = columns.map(
    (column, index): OutlineSection => ({ ...column, value: row[index] ?? { kind: 'none' } }),
  )
  const head = stepHead(sections)
  return head
    ? [{ path: walk.path, text: head.title, detail: head.detail, group: walk.group, ...stepFields(sections) }]
    : []
}

function isTextOfSteps(text: string, { isPlan, isStep, source, path }: PlanWalk): boolean {
  if (isStep || (isPlan && text.includes('\n'))) return true
  const isDescription = source === 'descriptions' && descriptionKeys.test(path.slice(path.lastIndexOf('/') + 1))
  return (isDescription || source === 'texts') && text.split(/\s+/).length >= 3
}

function splitIntoSteps(text: string, { path, group }: PlanWalk): LocatedStep[] {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^\s*([-*•]|\d+[.)])\s+/, '').trim())
  return lines.flatMap((line, index) =>
    line === '' ? [] : [{ path: `${path}/${index}`, text: line, detail: null, group, owner: null, duration: null }],
  )
}

const descend = (walk: PlanWalk, part: string): PlanWalk => ({
  ...walk,
  path: `${walk.path}/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`,
})

function addKeys(steps: readonly LocatedStep[], name: PlanDocument): PlanStep[] {
  const countsByKey = new Map<string, number>()
  return steps.map(({ path, ...step }) => {
    const key = `${name}${path.slice(0, maxPathLength).replace(/[\uD800-\uDBFF]$/, '')}#${hashText(`${path.slice(-maxHashedLength)}\n${step.text}\n${step.detail ?? ''}`)}`
    const count = (countsByKey.get(key) ?? 0) + 1
    countsByKey.set(key, count)
    return { key: count === 1 ? key : `${key}.${count}`, ...step }
  })
}

/** FNV-1a over UTF-16 units, 32 bits, as 8 hexadecimal digits. Not for security. */
function hashText(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** `duration` is as written, with the unit in the name of its key: `40 min`. */
type StepFields = { readonly owner: string | null; readonly duration: string | null }

const ownerKeys = /^(owner|assignee|assigned_?to|responsible|performed_?by|who|by|executor|team|role)$/i
const durationKeys =
  /^(duration|length|takes|time|estimate|((estimated|est)_?)?(duration_?|time_?)?(in_?)?(minutes?|mins?|hours?|seconds?|secs?)|estimated_?(duration|time))$/i

function stepFields(sections: readonly OutlineSection[]): StepFields {
  const read = (keys: RegExp) => {
    const section = sections.find(({ key, value }) => keys.test(key) && getText(value) !== null)
    return section ? { key: section.key, text: getText(section.value) ?? '' } : null
  }
  const duration = read(durationKeys)
  return { owner: read(ownerKeys)?.text ?? null, duration: duration && addUnit(duration.text, duration.key) }
}

/** Reads title and detail of a step from its fields; null without a title. */
function stepHead(sections: readonly OutlineSection[]): { title: string; detail: string | null } | null {
  return findTitleAndDetail(Object.fromEntries(sections.map(({ key, value }) => [key, getText(value)])))
}

const getText = (node: Outline): string | null => ('text' in node ? node.text : null)

function addUnit(text: string, key: string): string {
  if (!/^\d+([.,]\d+)?$/.test(text)) return text
  const unit = [/min/i, /hour/i, /sec/i].findIndex((pattern) => pattern.test(key))
  return unit === -1 ? text : `${text} ${['min', 'h', 's'][unit]}`
}
