import type { Actor } from '#server/platform/runtime/context.ts'

type Person = Extract<Actor, { kind: 'account' }>

const createPerson = (id: string, name: string, role: Person['role']): Person => ({
  kind: 'account',
  id: `acc_${id}`,
  name,
  email: `${id}@hindsight.example`,
  role,
})

/** People of every history. */
export const people = {
  vic: createPerson('vic', 'Vic Amsel', 'viewer'),
  noor: createPerson('noor', 'Noor Haddad', 'reviewer'),
  callum: createPerson('callum', 'Callum Reid', 'reviewer'),
  henrike: createPerson('henrike', 'Henrike Vos', 'manager'),
  paolo: createPerson('paolo', 'Paolo Ferrand', 'manager'),
  ada: createPerson('ada', 'Ada Moreau', 'admin'),
  vos: createPerson('vos', 'Vos Henrike', 'manager'),
} as const satisfies Readonly<Record<string, Person>>
export type PersonKey = keyof typeof people
export const personKeys = Object.keys(people) as PersonKey[]

export const findPersonKey = (email: string | null): PersonKey | null =>
  personKeys.find((key) => people[key].email === email) ?? null

/** Second accounts of people, which have the same name. */
const secondAccounts: { readonly [key in PersonKey]?: PersonKey } = { vos: 'henrike' }
const toPerson = (key: PersonKey): PersonKey => secondAccounts[key] ?? key

/** States a fact about the person behind an account. */
function stateOfPerson(fact: Fact): Fact {
  const who = 'who' in fact && fact.who !== null ? { who: toPerson(fact.who) } : {}
  const isStated = 'stated' in fact && fact.stated !== undefined && fact.stated !== 'nobody'
  return { ...fact, ...who, ...(isStated && { stated: toPerson(fact.stated) }) } as Fact
}

/**
 * Spellings of a person in a record: by e-mail, by a text that no directory knows, or by an e-mail address that
 * looks different.
 */
export const spellings = ['email', 'text', 'final dot', 'mailto'] as const
export type Spelling = (typeof spellings)[number]

export function spellPerson(key: PersonKey, spelling: Spelling): string {
  const { name, email } = people[key]
  const [first, last] = name.split(' ')
  return { email, text: `${last}, ${first} (SRE)`, 'final dot': `${email}.`, mailto: `mailto:${email}` }[spelling]
}

/** Rules that ask for a sign-off. */
export type RuleName = 'emergency' | 'high_risk' | 'incident' | 'overrun'

/** Fields of the record of a change that decide about the requirements. */
type ObservedRecord = { readonly [field in 'type' | 'risk' | 'state']: string } & {
  /** True once the record says when the work ended, and that this was after its window. */
  readonly [field in 'isEnded' | 'isLate']: boolean
}

type PartName = 'implemented' | 'wrote' | 'submitted' | 'imported' | 'issued'

/** Observed result of an operation. The model only gets these facts, and never reads tables or rules of the product. */
export type Fact =
  /** `who` took part in the change or its review. */
  | { readonly is: 'part'; readonly part: PartName; readonly who: PersonKey }
  /** The change now names its implementer by a text that no directory knows. */
  | { readonly is: 'unresolved'; readonly text: string }
  | ({ readonly is: 'record'; readonly byEvent?: true } & Partial<ObservedRecord>)
  /** Somebody wrote the entry of the directory that explains this text. */
  | { readonly is: 'listed'; readonly text: string; readonly who: PersonKey }
  /** An incident of priority 1 names the change, or none does any more. */
  | { readonly is: 'incident'; readonly isUrgent: boolean; readonly byEvent?: true }
  | { readonly is: 'policy'; readonly rule: RuleName; readonly asks: boolean; readonly isPerson: boolean }
  | { readonly is: 'event wrote to change' }
  /** The job has decided which changes need a review. */
  | { readonly is: 'decided' }
  | { readonly is: 'signed'; readonly who: PersonKey; readonly stated?: PersonKey | 'nobody' }
  /** Somebody signed though review or change had been written since they read them. */
  | { readonly is: 'signed unread'; readonly who: PersonKey }
  | { readonly is: 'waived' | 'completed'; readonly who: PersonKey; readonly isConfirmed?: boolean }
  | { readonly is: 'requested waiver'; readonly who: PersonKey }
  | { readonly is: 'reopened' }
  /** `who` owned the action, did it, closed or linked its issue, or imported it. */
  | { readonly is: 'took'; readonly who: PersonKey }
  /** Somebody whom nobody knows closed the issue of the action. */
  | { readonly is: 'closed by unknown' }
  /** `stated` is the person whom the verifier names as the closer of its issue. */
  | { readonly is: 'verified'; readonly who: PersonKey | null; readonly stated?: PersonKey }

/** State of the service after each step. */
export type ObservedState = {
  readonly status: string | null
  readonly reviewer: PersonKey | null
  readonly isCounted: boolean
  readonly actionStatus: string
}

type RequiredByRule = Readonly<Record<RuleName, boolean>>
/** How the review ended, by whom, and whether one of them was its reviewer. */
type ReviewEnd = {
  readonly is: 'signed' | 'waived' | 'completed'
  readonly who: readonly PersonKey[]
  isReviewer: boolean
}

/** States of a change whose work is not authorised. */
export const planning: readonly string[] = ['new', 'assess', 'authorize']

/** Model of the four-eyes rule over one history, independent of the product. */
export class Model {
  readonly #participants = new Set<PersonKey>()
  readonly #implemented = new Set<PersonKey>()
  readonly #issuers = new Set<PersonKey>()
  readonly #actionParticipants = new Set<PersonKey>()
  readonly #unstated = new Set<string>()
  readonly #named = new Set<string>()
  /** Texts with the person who wrote the entry of the directory that resolves them. */
  readonly #listings = new Set<string>()
  #asks: RequiredByRule = { emergency: true, high_risk: true, incident: true, overrun: true }
  /** Requirements of the rules when the review ended; null while it is open. */
  #askedAtEnd: RequiredByRule | null = null
  #record: ObservedRecord = { type: 'normal', risk: 'low', state: 'implement', isEnded: false, isLate: false }
  #isAuthorised = false
  #isUrgent = false
  #isRequired = false
  #end: ReviewEnd | null = null
  #isVerified = false
  #isCloserUnknown = false
  /** Person who last requested a waiver. */
  #requester: PersonKey | null = null
  /** Whether the operations of the step are one, and the state and who had taken part before it. */
  #isAlone = true
  #before = { status: null as string | null, reviewer: null as PersonKey | null, isCloserUnknown: false }
  #participantsBefore: ReadonlySet<PersonKey> = new Set()
  #actionParticipantsBefore: ReadonlySet<PersonKey> = new Set()

  /** Takes in the facts of concurrent operations. Returns the violations, in words; empty while the rule holds. */
  observe(step: readonly (readonly Fact[])[], observed: ObservedState): string[] {
    const facts = step.flat().map(stateOfPerson)
    const state = { ...observed, reviewer: observed.reviewer && toPerson(observed.reviewer) }
    const asksBefore = this.#asks
    this.#isAlone = step.length === 1
    this.#participantsBefore = new Set(this.#participants)
    this.#actionParticipantsBefore = new Set(this.#actionParticipants)
    if (state.actionStatus !== 'verified') this.#isVerified = false
    const violations = facts.flatMap((fact) => this.#take(fact, facts))
    // A later policy only asks for more on an open review; former and new records always count.
    const isOpen = !state.isCounted && state.status !== 'waived'
    if (isOpen && facts.some(({ is }) => is === 'policy')) this.#raise()
    const asked = Object.entries(this.#asks).map(([rule, asks]) => [rule, asks && asksBefore[rule as RuleName]])
    this.#askedAtEnd = isOpen ? null : (this.#askedAtEnd ?? (Object.fromEntries(asked) as RequiredByRule))
    this.#before = { status: state.status, reviewer: state.reviewer, isCloserUnknown: this.#isCloserUnknown }
    const isOwed = this.#isRequired && this.#record.state === 'closed' && this.#record.isEnded
    if (isOwed && state.status === null && this.#isAlone && facts.some(({ is }) => is === 'decided'))
      violations.push('closed without the review that it requires')
    return [...violations, ...this.#judge(state)]
  }

  /** Remembers a fact. Returns the violations that it causes. */
  #take(fact: Fact, facts: readonly Fact[]): string[] {
    if (fact.is === 'part') {
      this.#participants.add(fact.who)
      if (fact.part === 'implemented') this.#implemented.add(fact.who)
      if (fact.part === 'issued') this.#issuers.add(fact.who)
      const isHere = this.#isAlone && this.#before.status !== null
      if (fact.part === 'imported' && isHere) return ['an import wrote into a review']
    } else if (fact.is === 'event wrote to change') {
      const isSeen = this.#before.status === 'awaiting_sign_off' || this.#before.status === 'completed'
      if (this.#isAlone && isSeen) return ['an event changed what a signer sees']
    } else if (fact.is === 'signed unread') return [`${fact.who} signed what they had not read`]
    else if (fact.is === 'unresolved') {
      this.#unstated.add(fact.text)
      this.#named.add(fact.text)
    } else if (fact.is === 'decided' || ('byEvent' in fact && !this.#isAlone)) {
      // An event beside other operations may be before or after any of them.
    } else if (fact.is === 'record') {
      const { is: _, byEvent: __, ...record } = fact
      const before = this.#record
      const after = { ...this.#record, ...record }
      if (this.#isAuthorised || planning.includes(after.state)) this.#record = after
      else {
        // The last values of the planning count, so that the write that ends the planning cannot lower anything.
        if (before.state !== after.state) this.#raise()
        this.#isAuthorised = true
        this.#record = after
      }
      if (this.#isAuthorised) this.#raise()
    } else if (fact.is === 'incident') {
      this.#isUrgent = fact.isUrgent
      if (this.#isAuthorised) this.#raise()
    } else if (fact.is === 'listed') {
      this.#unstated.delete(fact.text)
      this.#listings.add(`${fact.text} by ${fact.who}`)
    } else if (fact.is === 'policy') {
      this.#asks = { ...this.#asks, [fact.rule]: fact.asks }
      if (!fact.isPerson) return ['a service account wrote the policy']
    } else if (fact.is === 'took') this.#actionParticipants.add(fact.who)
    else if (fact.is === 'verified') {
      this.#isVerified = true
      if (fact.who === null) return ['something that is no person verified the action']
      if (fact.stated === undefined && this.#before.isCloserUnknown && this.#isAlone)
        return ['verified though nobody stated who closed its issue']
      if (fact.stated === fact.who) return [`${fact.who} closed the issue and verified the action`]
      if (fact.stated !== undefined) {
        this.#isCloserUnknown = false
        this.#actionParticipants.add(fact.stated)
      }
      if (this.#actionParticipantsBefore.has(fact.who)) return [`${fact.who}, who took part in it, verified the action`]
    } else if (fact.is === 'closed by unknown') this.#isCloserUnknown = true
    else if (fact.is === 'reopened') this.#end = null
    else if (fact.is === 'requested waiver') {
      this.#requester = fact.who
      return this.#ruledOut({ is: 'requested the waiver of', who: fact.who }, facts, true)
    } else {
      const requester = fact.is === 'waived' && fact.isConfirmed ? this.#requester : null
      const who = requester === null ? [fact.who] : [fact.who, requester]
      const isReviewer = this.#isAlone && who.some((one) => one === this.#before.reviewer)
      this.#end = { is: fact.is, who, isReviewer }
      if (fact.is === 'signed') return [...this.#ruledOut(fact, facts, true), ...this.#state(fact)]
      if (fact.is === 'waived') {
        if (fact.isConfirmed) this.#unstated.clear()
        if (this.#isRequired && this.#isAlone && new Set(who).size < 2)
          return [`${fact.who} waived alone what needs a sign-off`]
        return who.flatMap((one) => this.#ruledOut({ is: 'waived', who: one }, facts, this.#isRequired))
      }
      this.#participants.add(fact.who)
      return this.#isAlone ? this.#unsigned(fact.who) : []
    }
    return []
  }

  /**
   * Returns a violation if a person who took part before signs or waives. The order of concurrent operations is unknown,
   * except that nobody writes answers or submits once it is signed or waived. They may after a request for a waiver,
   * which is then not confirmed.
   */
  #ruledOut({ is, who }: { is: string; who: PersonKey }, facts: readonly Fact[], asksReviewer: boolean): string[] {
    const worked = facts.some(
      (other) => other.is === 'part' && ['wrote', 'submitted'].includes(other.part) && other.who === who,
    )
    const isEnd = is === 'signed' || is === 'waived'
    const isReviewer = asksReviewer && this.#isAlone && this.#before.reviewer === who
    const isRuledOut = this.#participantsBefore.has(who) || (worked && isEnd) || isReviewer
    return isRuledOut ? [`${who}, who took part, has ${is} it`] : []
  }

  /** Records the implementer whom the signer states: a known person other than the signer. */
  #state({ who, stated }: { who: PersonKey; stated?: PersonKey | 'nobody' }): string[] {
    this.#unstated.clear()
    if (stated === undefined) return []
    if (stated === 'nobody') return [`${who} stated an implementer whom nobody knows`]
    this.#participants.add(stated)
    this.#implemented.add(stated)
    return stated === who ? [`${who} signed their own work`] : []
  }

  /** Returns a violation if a review is completed unsigned by its implementer, or while the implementer is unknown. */
  #unsigned(who: PersonKey): string[] {
    if (this.#unstated.size > 0) return [`completed unsigned though nobody stated who ${[...this.#unstated]} is`]
    if ([...this.#named].some((text) => this.#listings.has(`${text} by ${who}`)))
      return [`completed unsigned by ${who}, who wrote who the implementer is`]
    const own = [who, this.#before.reviewer].find((one) => one !== null && this.#implemented.has(one))
    return own ? [`completed unsigned although ${own} implemented the change`] : []
  }

  /** Raises the requirements, which never fall. */
  #raise(): void {
    const asks = this.#askedAtEnd ?? this.#asks
    const { type, risk, isLate } = this.#record
    const isRisky = risk === 'high' || risk === 'very_high'
    const met = { emergency: type === 'emergency', high_risk: isRisky, incident: this.#isUrgent, overrun: isLate }
    if (Object.entries(met).some(([rule, isMet]) => isMet && asks[rule as RuleName])) {
      this.#isRequired = true
    }
  }

  #judge({ status, isCounted, actionStatus }: ObservedState): string[] {
    const end = this.#end
    const isSigned = status === 'completed' && end?.is === 'signed'
    const violations: string[] = []
    if (this.#isRequired && status === 'completed' && !isSigned) violations.push('completed without a sign-off')
    if (this.#isRequired && status === 'waived' && end?.is !== 'waived') violations.push('waived by nobody')
    if (this.#isRequired && status === 'waived' && end?.isReviewer) violations.push('waived by its reviewer before')
    if (this.#isRequired && isCounted && !isSigned) violations.push('counts as reviewed unsigned')
    const isEnded = (status === 'completed' && end?.is !== 'waived') || (status === 'waived' && end?.is === 'waived')
    const own = end?.who.find((one) => this.#implemented.has(one))
    if (isEnded && end && own) violations.push(`${own}, who implemented it, has ${end.is} it`)
    const owner = [...this.#issuers].find((one) => this.#implemented.has(one))
    if (status === 'completed' && end === null && owner)
      violations.push(`${owner}, who implemented it, has had it completed by a token`)
    if (status === null && isCounted && owner)
      violations.push(`${owner}, who implemented it, has had it marked by a token`)
    if (actionStatus === 'verified' && !this.#isVerified) violations.push('the action is verified by nobody')
    return violations
  }
}
