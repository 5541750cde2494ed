import { humaniseKey } from '#lib/text/humanise-key.ts'
import { Fault, isServiceNowValue, quoteCell, readText } from './text.ts'

/** Folded words of systems and their values; the meaning of numbers is only in presets and mappings. */
type Vocabulary = ReadonlyMap<string, string>

/** Folds case, punctuation and blanks: "Awaiting User-Info" and "awaiting_user_info" are the same. */
const foldWord = (word: string): string =>
  word
    .trim()
    .toLowerCase()
    .replace(/(?<=.)[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Creates a vocabulary from the words of each value, which are separated by commas; each value is also its own word. */
const createVocabulary = (wordsByValue: Readonly<Record<string, string>>): Vocabulary =>
  new Map(
    Object.entries(wordsByValue).flatMap(([value, words]) =>
      [value, ...words.split(', ')].filter((word) => word !== '').map((word) => [foldWord(word), value]),
    ),
  )

const bareNumber = /^[+-]?\d+(?:[.,]\d*)?$/

/** True if a text is only a number, such as `4`, `-5` or `3.0`. */
export const isBareNumber = (text: string): boolean => bareNumber.test(text.trim())

/** The Fault for a number whose meaning is not defined; `values` lists the values that it may become. */
export const createNumberFault = (text: string, values: string): Fault =>
  new Fault(
    `${quoteCell(text)} is a number, which means something else in each system; name the preset of the system, or map it to one of ${values} in the mapping`,
  )

/** Creates the reader of an enumeration. The stored value of a ServiceNow field comes before the displayed one. */
export function createWordReader(words: Vocabulary): (cell: unknown) => string | Fault {
  const values = [...new Set(words.values())].map(humaniseKey).join(', ')
  const cached = new Map<string, string>()
  const lookUp = (cell: unknown): string | Fault => {
    const text = readText(cell)
    if (text instanceof Fault) return text
    const hit = cached.get(text)
    if (hit) return hit
    if (isBareNumber(text)) return createNumberFault(text, values)
    const folded = foldWord(text)
    const value = words.get(folded) ?? words.get(folded.replace(/^\d+ /, ''))
    if (value === undefined)
      return new Fault(`${quoteCell(text)} is not one of ${values}; say in the mapping what it means`)
    if (cached.size < 1000) cached.set(text, value)
    return value
  }
  return (cell) => {
    if (!isServiceNowValue(cell)) return lookUp(cell)
    const word = lookUp(cell.value ?? '')
    return word instanceof Fault ? lookUp(cell) : word
  }
}

export const incidentStateWords = createVocabulary({
  new: 'open, opened, logged, registered, reopened, to do',
  in_progress: 'active, work in progress, assigned, investigating, acknowledged, triggered',
  on_hold:
    'pending, waiting, suspended, hold, onhold, awaiting user info, awaiting caller, awaiting vendor, awaiting problem, awaiting change, awaiting evidence, awaiting info',
  resolved: 'fixed, solved, done',
  closed: 'closed complete, complete, completed',
  canceled: 'cancelled, cancel, withdrawn, duplicate',
})

export const changeStateWords = createVocabulary({
  new: 'draft, open, requested, registered, pending',
  assess: 'assessment, assessing, in assessment',
  authorize: 'authorise, authorized, authorised, approval, awaiting approval, pending approval',
  scheduled: 'planned, approved, ready',
  implement: 'implementing, implementation, in progress, work in progress, in implementation',
  review: 'in review, pir, post implementation review, implemented',
  closed: 'closed complete, closed incomplete, closed skipped, complete, completed, done',
  canceled: 'cancelled, rejected, withdrawn',
})

export const changeTypeWords = createVocabulary({
  standard: 'routine, pre approved, preapproved',
  normal: 'comprehensive, major, minor, significant, regular',
  emergency: 'expedited, urgent, unplanned',
})

export const changeRiskWords = createVocabulary({
  very_high: 'very high, critical, extreme',
  high: '',
  moderate: 'medium, normal',
  low: 'very low, none, minor',
})

export const approvalWords = createVocabulary({
  approved: 'accepted, granted, genehmigt, approuvé, goedgekeurd, aprobado',
  not_approved:
    'rejected, declined, denied, requested, not requested, not yet requested, pending, cancelled, canceled, duplicate, not required, no longer required, abgelehnt, angefordert, rejeté, demandé, afgewezen, aangevraagd, rechazado, solicitado',
})

/** A partial success is not a failure, as rules of the policy look for failures. */
export const closeCodeWords = createVocabulary({
  successful: 'success, succeeded, implemented, closed successful',
  successful_with_issues:
    'successful issues, success with issues, with issues, partial, partially, partial success, partially successful, partially implemented',
  failed: 'unsuccessful, failure, not successful, not implemented',
  backed_out: 'back out, backout, rolled back, rollback, reverted',
})

export const reviewOutcomeWords = createVocabulary({
  successful: 'success, succeeded, implemented, closed successful',
  successful_with_issues: 'successful issues, success with issues, with issues',
  partially_successful: 'partial, partially, partial success, partially implemented',
  failed: 'unsuccessful, failure, not successful, backed out, rolled back',
})

export const improvementStatusWords = createVocabulary({
  open: 'new, to do, backlog, planned, not started, pending',
  in_progress: 'active, work in progress, started, doing, in review',
  done: 'closed, closed complete, complete, completed, resolved, fixed, implemented',
  verified: 'confirmed, effective',
  cancelled: 'canceled, cancel, rejected, withdrawn, closed incomplete, closed skipped, wont do',
})

/** The roles of accounts in English, German, French, Dutch and Spanish. */
export const roleWords = createVocabulary({
  viewer: 'reader, betrachter, leser, lecteur, lezer, lector',
  auditor: 'auditeur',
  reviewer: 'prüfer, réviseur, beoordelaar, revisor',
  manager: '',
  admin: 'administrator, administrateur, administrador',
})

export const polarityWords = createVocabulary({
  positive: 'good, went well, +',
  negative: 'bad, went wrong, -',
  neutral: 'mixed',
})
