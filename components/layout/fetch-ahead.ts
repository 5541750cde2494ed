import { isSameReview, sendsOn } from '#lib/domain/page-paths.ts'

/** Where pages are held until they are shown. */
export type AheadCache = {
  fetch(address: string): void
  throwAway(): void
}

/** Milliseconds that the pointer or the focus rests on a link before its page is fetched. */
const rest = 100
/** Milliseconds that a page fetched ahead may be shown. */
const goodFor = 5_000
/** Milliseconds that the router takes a page shown before for one fetched ahead: `staleTimes` in `next.config.mjs`. */
const shownAgainFor = 30_000

/**
 * Fetches the page of the link on which the pointer or the focus rests, so that it is there when the link is followed.
 * One page at a time is held, for seconds. A write from this window throws it away, and until the router has forgotten
 * the pages shown before the write, nothing is fetched ahead: it would give one of those instead.
 */
export class FetchAhead {
  readonly #cache: AheadCache
  readonly #shownAt = new Map<string, number>()
  #aimedAt: HTMLAnchorElement | null = null
  #held: string | null = null
  #writtenAt = Number.NEGATIVE_INFINITY
  #resting: ReturnType<typeof setTimeout> | undefined
  #expiring: ReturnType<typeof setTimeout> | undefined

  constructor(cache: AheadCache) {
    this.#cache = cache
  }

  /**
   * Watches where the pointer and the focus go: what comes to stand under a pointer at rest is nothing that somebody aims
   * at, and a finger is on a link too short before it follows it.
   */
  watch(page: Document): () => void {
    const stop = new AbortController()
    const options = { signal: stop.signal, passive: true }
    page.addEventListener(
      'pointermove',
      ({ target, pointerType }) => pointerType !== 'touch' && this.#aim(target),
      options,
    )
    page.addEventListener('focusin', ({ target }) => this.#aim(target), options)
    return () => {
      stop.abort()
      this.#aim(null)
      this.#throwAway()
    }
  }

  /** The page at hand has just been shown. */
  noteShown(): void {
    for (const [address, at] of this.#shownAt) if (!isWithin(shownAgainFor, at)) this.#shownAt.delete(address)
    this.#shownAt.set(addressOf(window.location), Date.now())
  }

  /** Something is being written, or has been. */
  noteWrite(): void {
    this.#writtenAt = Date.now()
    this.#throwAway()
  }

  #aim(target: EventTarget | null): void {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-page-link]') : null
    if (link === this.#aimedAt) return
    this.#aimedAt = link
    clearTimeout(this.#resting)
    if (link) this.#resting = setTimeout(() => this.#fetch(link), rest)
  }

  #fetch(link: HTMLAnchorElement): void {
    const address = addressOf(link)
    if (address === this.#held || !this.#isWorthIt(link)) return
    this.#throwAway()
    this.#held = address
    this.#expiring = setTimeout(() => this.#throwAway(), goodFor)
    this.#cache.fetch(address)
  }

  #isWorthIt(link: HTMLAnchorElement): boolean {
    const { origin, pathname } = window.location
    const shownAt = this.#shownAt.get(addressOf(link))
    return (
      link.origin === origin &&
      link.isConnected &&
      !link.target &&
      addressOf(link) !== addressOf(window.location) &&
      !sendsOn(link.pathname) &&
      !isSameReview(pathname, link.pathname) &&
      !isWithin(shownAgainFor, this.#writtenAt) &&
      !(shownAt !== undefined && isWithin(shownAgainFor, shownAt)) &&
      !savesData()
    )
  }

  #throwAway(): void {
    if (this.#held === null) return
    clearTimeout(this.#expiring)
    this.#held = null
    this.#cache.throwAway()
  }
}

const addressOf = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) => pathname + search
const isWithin = (duration: number, at: number) => Date.now() - at < duration

/** Whether the browser is told to load no more than is asked for. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true || window.matchMedia('(prefers-reduced-data: reduce)').matches
}
