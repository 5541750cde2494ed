import { LoaderCircle } from 'lucide-react'

/** Only for inside buttons; a page that loads shows a skeleton. */
export function Spinner() {
  return <LoaderCircle aria-hidden="true" className="animate-spin" />
}
