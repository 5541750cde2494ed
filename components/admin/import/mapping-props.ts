import type { ImportPreview } from '#lib/contracts/app/import-preview.ts'
import type { Mapping } from '#lib/contracts/import-mapping.ts'

/** A mapping that is edited, and the preview of it. */
export type MappingProps = {
  preview: ImportPreview
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}
