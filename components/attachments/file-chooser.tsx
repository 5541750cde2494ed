'use client'

import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { attachmentExtensions } from '#lib/contracts/app/attachment-values.ts'

type FileChooserProps = {
  /** Target of the files, such as "the step Plan". */
  label: string
  /** Name of the file being sent; null while none is. */
  sending?: string | null
  onFiles: (files: readonly File[]) => void
  className?: string
}

/** Button that chooses files to attach. */
export function FileChooser({ label, sending = null, onFiles, className }: FileChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={attachmentExtensions.map((ending) => `.${ending}`).join()}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Reset, so that the same file can be chosen again.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button
        variant="ghost"
        size="sm"
        className={className}
        busy={sending !== null}
        icon={<Paperclip aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {sending === null ? 'Attach files' : `Attaching ${sending}`}
        <span className="sr-only"> to {label}</span>
      </Button>
    </>
  )
}
