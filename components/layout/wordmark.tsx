import { Mark } from './mark.tsx'

export function Wordmark() {
  return (
    <span className="flex items-center gap-2 text-ink">
      <Mark className="size-6 shrink-0 text-accent" />
      <span className="text-md font-semibold tracking-tight in-data-[nav=rail]:hidden">Hindsight</span>
    </span>
  )
}
