/** The native input fills 24 px and is not drawn; the box beside it is what one sees. */
export const choiceInputClass = 'peer absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed'

export const choiceBoxClass =
  'pointer-events-none block border border-line-strong bg-surface transition-colors duration-100 ' +
  'peer-hover:border-muted peer-checked:border-accent peer-checked:bg-accent ' +
  'peer-aria-invalid:border-danger ' +
  'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus ' +
  'peer-disabled:opacity-55'
