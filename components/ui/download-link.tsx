import { Download } from 'lucide-react'
import { buttonClass } from './button.tsx'

/** Saves a file that the service makes; `path` is that of an endpoint. */
export function DownloadLink({ path, label }: { path: string; label: string }) {
  return (
    <a href={path} download className={buttonClass()}>
      <Download aria-hidden="true" />
      {label}
    </a>
  )
}
