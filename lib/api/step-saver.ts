import type { ErrorDetail } from '#lib/contracts/errors.ts'
import { ApiError } from './api-error.ts'
import { isSameForm } from './same-form.ts'

/** A form as the service keeps it. */
export type SavedForm<Form> = {
  readonly form: Form
  readonly version: number
  readonly saved_at: string | null
  readonly saved_by: string | null
}

/** What has not reached the service yet, and the version it was written on. */
export type Draft<Form> = { readonly form: Form; readonly version: number }

/** Keeps a draft in this browser until the service has it. */
export type DraftStore<Form> = {
  read(): Draft<Form> | null
  write(draft: Draft<Form>): void
  clear(): void
}

/** Where a form stands between the person who writes and the service. */
export type SaveState<Form> =
  | { readonly kind: 'saved'; readonly at: string | null }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'signed_out' }
  | { readonly kind: 'refused'; readonly message: string; readonly details: readonly ErrorDetail[] }
  | { readonly kind: 'conflict'; readonly mine: Form; readonly theirs: SavedForm<Form> }

type Options<Form> = {
  readonly saved: SavedForm<Form>
  readonly store: DraftStore<Form>
  /** Writes a form over a version; rejects with an `ApiError`, 412 when the version is no longer the service's. */
  readonly save: (form: Form, version: number) => Promise<SavedForm<Form>>
  /** Reads what the service has. */
  readonly load: () => Promise<SavedForm<Form>>
  readonly onSaved: (saved: SavedForm<Form>) => void
  /** Runs a function after some milliseconds; gives what cancels it. */
  readonly schedule?: (run: () => void, delay: number) => () => void
}

const pauseBeforeSaving = 700
const pauseBeforeRetrying = 5_000

const byTimer = (run: () => void, delay: number) => {
  const timer = setTimeout(run, delay)
  return () => clearTimeout(timer)
}

/**
 * Saves a form by itself. Every change is kept in this browser at once and sent after a pause; what cannot be sent is
 * tried again; what somebody else has saved meanwhile is shown beside one's own, and the person chooses.
 */
export class StepSaver<Form> {
  #version: number
  #form: Form
  #isDirty = false
  #state: SaveState<Form>
  #sending: Promise<void> | null = null
  #cancel: () => void = () => {}
  readonly #listeners = new Set<() => void>()
  readonly #options: Options<Form>

  constructor(options: Options<Form>) {
    this.#options = options
    this.#version = options.saved.version
    this.#form = options.saved.form
    this.#state = { kind: 'saved', at: options.saved.saved_at }
    const draft = options.store.read()
    if (draft) this.#resume(draft, options.saved)
  }

  get state(): SaveState<Form> {
    return this.#state
  }

  /** The form as the person sees it: what is saved, or what they wrote since. */
  get form(): Form {
    return this.#form
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes what the person wrote. The same form again changes nothing. */
  change(form: Form): void {
    if (isSameForm(form, this.#form)) return
    this.#form = form
    this.#isDirty = true
    this.#keep()
    const state = this.#state
    if (state.kind === 'conflict') {
      this.#setState({ ...state, mine: form })
      return
    }
    const isAway = state.kind === 'offline' || state.kind === 'signed_out'
    this.#setState(this.#sending || isAway ? state : { kind: 'waiting' })
    this.#later(pauseBeforeSaving)
  }

  /** Sends what is waiting now; also after a network or a session came back. Resolves when that was tried. */
  async flush(): Promise<void> {
    this.#cancel()
    if (this.#sending) {
      await this.#sending
      return this.flush()
    }
    if (!this.#isDirty || this.#state.kind === 'conflict') return
    this.#sending = this.#send().finally(() => {
      this.#sending = null
    })
    await this.#sending
    if (this.#isDirty && this.#state.kind === 'waiting') this.#later(pauseBeforeSaving)
  }

  /** Ends a conflict with one's own form, written over the other's version. */
  async keepMine(): Promise<void> {
    if (this.#state.kind !== 'conflict') return
    this.#version = this.#state.theirs.version
    this.#isDirty = true
    this.#keep()
    this.#setState({ kind: 'waiting' })
    await this.flush()
  }

  /** Ends a conflict with the other's form. */
  takeTheirs(): void {
    if (this.#state.kind !== 'conflict') return
    this.#isDirty = false
    this.#accept(this.#state.theirs)
  }

  /** Goes on from a version that was read elsewhere, unless there is something of one's own to save, or none newer. */
  adopt(saved: SavedForm<Form>): void {
    if (this.#isDirty || this.#sending || saved.version <= this.#version) return
    this.#version = saved.version
    this.#form = saved.form
    this.#setState({ kind: 'saved', at: saved.saved_at })
  }

  /**
   * Lets the service write the form by another call, such as the publication of a lesson; what is typed meanwhile is
   * saved after it. Rejects with what the call rejects with, or because the form itself could not be saved before.
   */
  async through(call: () => Promise<SavedForm<Form>>): Promise<void> {
    await this.flush()
    if (this.#state.kind !== 'saved') throw new Error('What you wrote is not saved yet.')
    const running = Promise.resolve().then(call)
    this.#sending = running
      .then((saved) => this.#accept(saved))
      .catch(() => {})
      .finally(() => {
        this.#sending = null
      })
    await running
    await this.#sending
    if (this.#isDirty) this.#later(pauseBeforeSaving)
  }

  #accept(saved: SavedForm<Form>): void {
    this.#version = saved.version
    if (this.#isDirty) this.#keep()
    else {
      this.#form = saved.form
      this.#options.store.clear()
    }
    this.#setState(this.#isDirty ? { kind: 'waiting' } : { kind: 'saved', at: saved.saved_at })
    this.#options.onSaved(saved)
  }

  async #send(): Promise<void> {
    const form = this.#form
    this.#isDirty = false
    if (this.#state.kind === 'waiting' || this.#state.kind === 'refused') this.#setState({ kind: 'saving' })
    try {
      const saved = await this.#options.save(form, this.#version)
      this.#version = saved.version
      if (this.#isDirty) this.#keep()
      else this.#options.store.clear()
      this.#setState(this.#isDirty ? { kind: 'waiting' } : { kind: 'saved', at: saved.saved_at })
      this.#options.onSaved(saved)
    } catch (error) {
      this.#isDirty = true
      await this.#explain(error)
    }
  }

  async #explain(error: unknown): Promise<void> {
    const status = error instanceof ApiError ? error.status : 0
    if (status === 412) return this.#meet()
    if (status === 401) return this.#setState({ kind: 'signed_out' })
    if (status === 0 || status === 429 || status >= 500) return this.#retry()
    const { message, details } = error as ApiError
    this.#setState({ kind: 'refused', message, details })
  }

  async #meet(): Promise<void> {
    try {
      const theirs = await this.#options.load()
      if (isSameForm(theirs.form, this.#form)) {
        this.#isDirty = false
        this.#accept(theirs)
      } else this.#setState({ kind: 'conflict', mine: this.#form, theirs })
    } catch {
      this.#retry()
    }
  }

  #retry(): void {
    this.#setState({ kind: 'offline' })
    this.#later(pauseBeforeRetrying)
  }

  #resume(draft: Draft<Form>, saved: SavedForm<Form>): void {
    if (isSameForm(draft.form, saved.form)) {
      this.#options.store.clear()
      return
    }
    this.#form = draft.form
    this.#isDirty = true
    this.#state =
      draft.version === saved.version ? { kind: 'waiting' } : { kind: 'conflict', mine: draft.form, theirs: saved }
  }

  #keep(): void {
    this.#options.store.write({ form: this.#form, version: this.#version })
  }

  #later(delay: number): void {
    this.#cancel()
    this.#cancel = (this.#options.schedule ?? byTimer)(() => void this.flush(), delay)
  }

  #setState(state: SaveState<Form>): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
