import { LoaderCircle } from 'lucide-react'

/** Spinner for buttons only; a page that loads shows a skeleton. */
export function Spinner() {
  return <LoaderCircle aria-hidden="true" className="animate-spin" />
}
