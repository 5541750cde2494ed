import type { ImportPreview } from '#lib/contracts/app/import-preview.ts'
import type { Mapping } from '#lib/contracts/import-mapping.ts'

/** Props of a component that edits a mapping, with its preview. */
export type MappingProps = {
  preview: ImportPreview
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}
