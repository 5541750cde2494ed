'use client'

import { X } from 'lucide-react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { formatByteSize } from '#lib/text/byte-size.ts'
import { FileChooser } from './file-chooser.tsx'

type ChosenFilesProps = { files: readonly File[]; onChange: (files: readonly File[]) => void }

/** Identifies a chosen file, so that choosing it twice adds it once. */
const getFileKey = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`

/** Files to attach to a comment when it is sent. */
export function ChosenFiles({ files, onChange }: ChosenFilesProps) {
  const add = (more: readonly File[]) => {
    const attachedKeys = new Set(files.map(getFileKey))
    onChange([...files, ...more.filter((file) => !attachedKeys.has(getFileKey(file)))])
  }
  return (
    <>
      <FileChooser label="your comment" onFiles={add} />
      {files.length === 0 ? null : (
        <ul aria-label="Chosen files" className="flex basis-full flex-col gap-1 text-sm">
          {files.map((file) => (
            <li key={getFileKey(file)} className="flex items-center gap-2">
              <span className="min-w-0 break-words">{file.name}</span>
              <span className="text-xs text-muted">{formatByteSize(file.size)}</span>
              <IconButton
                size="sm"
                label={`Do not attach ${file.name}`}
                icon={<X aria-hidden="true" />}
                onClick={() => onChange(files.filter((other) => other !== file))}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
