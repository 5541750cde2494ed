import { Download } from 'lucide-react'
import { buttonClass } from '#components/ui/button.tsx'

/** Saves a report as the PDF that the service makes; `path` is that of an endpoint. */
export function PdfLink({ path }: { path: string }) {
  return (
    <a href={path} download className={buttonClass()}>
      <Download aria-hidden="true" />
      PDF
    </a>
  )
}
