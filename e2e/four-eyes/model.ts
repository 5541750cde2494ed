import { type PersonKey, people } from './cast.ts'

/** What an operation was seen to do. The model hears only this, and never reads tables or rules of the product. */
export type Fact =
  /** `who` took part in the change or its review. */
  | {
      readonly is: 'part'
      readonly part: 'implemented' | 'wrote' | 'submitted' | 'imported' | 'issued'
      readonly who: PersonKey
    }
  /** The change now names its implementer by a text that no directory knows. */
  | { readonly is: 'unresolved'; readonly text: string }
  | { readonly is: 'record'; readonly type?: string; readonly risk?: string }
  | {
      readonly is: 'policy'
      readonly rule: 'emergency' | 'high_risk'
      readonly asks: boolean
      readonly isPerson: boolean
    }
  | { readonly is: 'signed'; readonly who: PersonKey; readonly stated?: PersonKey | 'nobody' }
  | { readonly is: 'waived' | 'completed'; readonly who: PersonKey }
  | { readonly is: 'reopened' }
  /** `who` owned the action, did it, closed or linked its issue, or imported it. */
  | { readonly is: 'took'; readonly who: PersonKey }
  | { readonly is: 'verified'; readonly who: PersonKey | null }

/** What the service shows after each step. */
export type Seen = {
  readonly status: string | null
  readonly reviewer: string | null
  readonly isCounted: boolean
  readonly actionStatus: string
}

/** The facts of operations that ran at the same time, each operation with its own. */
export type Step = readonly (readonly Fact[])[]

type End = { readonly how: 'signed' | 'waived' | 'completed'; readonly who: PersonKey }

/** Who had taken part before the operations of a step. */
type Before = {
  readonly took: ReadonlySet<PersonKey>
  readonly tookAction: ReadonlySet<PersonKey>
  readonly reviewer: string | null
}

const nobodySeen: Seen = { status: null, reviewer: null, isCounted: false, actionStatus: 'open' }

/** The four-eyes rule over one history, in its own words. */
export class Model {
  readonly #took = new Set<PersonKey>()
  readonly #implemented = new Set<PersonKey>()
  readonly #tookAction = new Set<PersonKey>()
  readonly #unstated = new Set<string>()
  readonly #asks = { emergency: true, high_risk: true }
  #record = { type: 'normal', risk: 'low' }
  #isRequired = false
  #end: End | null = null
  #isVerified = false
  #seen = nobodySeen

  /** What breaks the rule after these operations, in words; empty while it holds. */
  hear(step: Step, seen: Seen): string[] {
    const before = { took: new Set(this.#took), tookAction: new Set(this.#tookAction), reviewer: this.#seen.reviewer }
    const facts = step.flat()
    const isAlone = step.length === 1
    if (seen.actionStatus !== 'verified') this.#isVerified = false
    const breaches = facts.flatMap((fact) => this.#take(fact, before, facts, isAlone))
    // A later policy asks for more of an open review only; what a record was or becomes counts always.
    const isOpen = !seen.isCounted && seen.status !== 'waived'
    if (isOpen && facts.some(({ is }) => is === 'policy')) this.#raise()
    this.#seen = seen
    return [...breaches, ...this.#judge(seen)]
  }

  #take(fact: Fact, before: Before, facts: readonly Fact[], isAlone: boolean): string[] {
    switch (fact.is) {
      case 'part':
        this.#took.add(fact.who)
        if (fact.part === 'implemented') this.#implemented.add(fact.who)
        return []
      case 'unresolved':
        this.#unstated.add(fact.text)
        return []
      case 'record':
        this.#record = { ...this.#record, ...(fact.type && { type: fact.type }), ...(fact.risk && { risk: fact.risk }) }
        this.#raise()
        return []
      case 'policy':
        this.#asks[fact.rule] = fact.asks
        return fact.isPerson ? [] : ['a service account wrote the policy']
      case 'waived':
        this.#end = { how: 'waived', who: fact.who }
        return this.#ruledOut(fact, before, facts, isAlone && this.#isRequired)
      case 'signed': {
        this.#end = { how: 'signed', who: fact.who }
        this.#unstated.clear()
        const breaches = this.#ruledOut(fact, before, facts, isAlone)
        if (fact.stated === undefined) return breaches
        if (fact.stated === 'nobody') return [...breaches, `${fact.who} stated an implementer whom nobody knows`]
        this.#took.add(fact.stated)
        this.#implemented.add(fact.stated)
        return fact.stated === fact.who ? [...breaches, `${fact.who} signed their own work`] : breaches
      }
      case 'completed': {
        this.#end = { how: 'completed', who: fact.who }
        this.#took.add(fact.who)
        if (!isAlone) return []
        if (this.#unstated.size > 0) return [`completed unsigned though nobody stated who ${[...this.#unstated]} is`]
        const own = [fact.who, ...this.#keyOf(before.reviewer)].find((who) => this.#implemented.has(who))
        return own === undefined ? [] : [`completed unsigned although ${own} implemented the change`]
      }
      case 'reopened':
        this.#end = null
        return []
      case 'took':
        this.#tookAction.add(fact.who)
        return []
      case 'verified':
        this.#isVerified = true
        if (fact.who === null) return ['something that is no person verified the action']
        return before.tookAction.has(fact.who) ? [`${fact.who}, who took part in it, verified the action`] : []
    }
  }

  /**
   * Whoever took part before neither signs nor waives. Of operations at the same time the order is unknown, except that
   * nobody writes answers or submits once it is signed.
   */
  #ruledOut(
    { is, who }: { readonly is: string; readonly who: PersonKey },
    before: Before,
    facts: readonly Fact[],
    asksReviewer: boolean,
  ): string[] {
    const reviewed = facts.some(
      (other) => other.is === 'part' && ['wrote', 'submitted'].includes(other.part) && other.who === who,
    )
    const isReviewer = asksReviewer && before.reviewer === people[who].email
    return before.took.has(who) || reviewed || isReviewer ? [`${who}, who took part, has ${is} it`] : []
  }

  #keyOf(email: string | null): PersonKey[] {
    return (Object.keys(people) as PersonKey[]).filter((key) => people[key].email === email)
  }

  #raise(): void {
    const { type, risk } = this.#record
    const isEmergency = type === 'emergency' && this.#asks.emergency
    const isRisky = (risk === 'high' || risk === 'very_high') && this.#asks.high_risk
    if (isEmergency || isRisky) this.#isRequired = true
  }

  #judge({ status, isCounted, actionStatus }: Seen): string[] {
    const breaches: string[] = []
    const how = this.#end?.how
    if (this.#isRequired && status === 'completed' && how !== 'signed') breaches.push('completed without a signature')
    if (this.#isRequired && status === 'waived' && how !== 'waived') breaches.push('waived by nobody')
    const isSigned = status === 'completed' && how === 'signed'
    if (this.#isRequired && isCounted && !isSigned) breaches.push('counts as reviewed unsigned')
    if (actionStatus === 'verified' && !this.#isVerified) breaches.push('the action is verified by nobody')
    return breaches
  }
}
