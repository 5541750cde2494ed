import { LoaderCircle } from 'lucide-react'

/** Spinner for buttons only; a page that loads shows a skeleton. */
export const Spinner = () => <LoaderCircle aria-hidden="true" className="animate-spin" />
