import { Download } from 'lucide-react'
import { buttonClass } from './button.tsx'
import { linkClass } from './text-link.tsx'

/** Saves a file that the service makes; `path` is that of an endpoint. A button, unless it belongs to a text. */
export function DownloadLink({ path, label, isText = false }: { path: string; label: string; isText?: boolean }) {
  return (
    <a href={path} download className={isText ? linkClass : buttonClass()}>
      {isText ? null : <Download aria-hidden="true" />}
      {label}
    </a>
  )
}
