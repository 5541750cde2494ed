export type BulkDialogProps = {
  /** Reviews by reference or by the number of their change. */
  numbers: readonly string[]
  /** Called when something was done, before the dialog closes. */
  onDone: () => void
  onClose: () => void
}
