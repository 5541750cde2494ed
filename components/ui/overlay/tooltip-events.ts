const showDelayMs = 400
const gap = 6
const edge = 8

/** Shows `bubble` beside the hovered or focused element of the document. Returns a function that ends this. */
export function attachTooltips(bubble: HTMLElement): () => void {
  let target: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = new AbortController()
  const listen = <K extends keyof DocumentEventMap>(type: K, listener: (event: DocumentEventMap[K]) => void) =>
    document.addEventListener(type, listener, { signal: stop.signal, capture: true, passive: true })

  const hide = () => {
    clearTimeout(timer)
    if (target?.getAttribute('aria-describedby') === bubble.id) target.removeAttribute('aria-describedby')
    target = null
    if (bubble.matches(':popover-open')) bubble.hidePopover()
  }

  const show = () => {
    const text = target?.dataset.tooltip
    const within = target?.dataset.tooltipWithin
    if (!target?.isConnected || !text || (within && !target.closest(within))) return
    if (target.dataset.tooltipCut !== undefined && !isCut(target)) return
    // The opened menu or panel would overlap the tooltip.
    if (target.getAttribute('aria-expanded') === 'true') return
    bubble.textContent = text
    if (!bubble.matches(':popover-open')) bubble.showPopover()
    place(bubble, target.getBoundingClientRect())
    const isLabel = target.getAttribute('aria-label') === text
    if (!isLabel && !target.hasAttribute('aria-describedby')) target.setAttribute('aria-describedby', bubble.id)
  }

  const setTarget = (next: HTMLElement, delay: number) => {
    if (next === target) return
    hide()
    target = next
    // Shown by focus, it may cover a row at which the pointer aims. Shown by hovering, it can be hovered itself.
    bubble.style.pointerEvents = delay === 0 ? 'none' : 'auto'
    timer = setTimeout(show, delay)
  }

  listen('pointerover', (event) => {
    if (event.pointerType === 'touch' || bubble.contains(event.target as Node)) return
    const next = tooltipTarget(event.target)
    if (next) setTarget(next, showDelayMs)
    else if (target !== document.activeElement) hide()
  })
  listen('focusin', (event) => {
    const next = tooltipTarget(event.target)
    if (next?.matches(':focus-visible')) setTarget(next, 0)
    else hide()
  })
  listen('focusout', hide)
  listen('pointerdown', hide)
  listen('scroll', hide)
  listen('keydown', (event) => {
    if (event.key === 'Escape') hide()
  })
  return () => {
    stop.abort()
    hide()
  }
}

function tooltipTarget(node: EventTarget | null): HTMLElement | null {
  return node instanceof Element ? node.closest<HTMLElement>('[data-tooltip]') : null
}

function place(bubble: HTMLElement, anchor: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = bubble
  const above = anchor.top - height - gap
  const left = anchor.left + anchor.width / 2 - width / 2
  bubble.style.top = `${above >= edge ? above : anchor.bottom + gap}px`
  bubble.style.left = `${Math.max(edge, Math.min(left, window.innerWidth - width - edge))}px`
}

/** True if an element hides a part of its text. Letters may reach beyond their lines, but by less than half a line. */
function isCut({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight + 8
}
