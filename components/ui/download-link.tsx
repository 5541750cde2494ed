import { Download } from 'lucide-react'
import { getButtonClass } from './button.tsx'

/** Downloads a file from the endpoint at `path`. Looks like a button, or like a link in text with `isText`. */
export function DownloadLink({ path, label, isText = false }: { path: string; label: string; isText?: boolean }) {
  return (
    <a href={path} download className={isText ? 'link' : getButtonClass()}>
      {isText ? null : <Download />}
      {label}
    </a>
  )
}
