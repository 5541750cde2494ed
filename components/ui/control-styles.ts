/** The look that every box one types or picks in shares. */
export const controlClass =
  'w-full min-w-0 rounded-md border border-line-strong bg-surface text-base text-ink shadow-control ' +
  'transition-colors duration-100 hover:border-muted ' +
  'focus-visible:border-focus focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-focus ' +
  'aria-invalid:border-danger disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted ' +
  'pointer-coarse:text-[1rem]'

/** For boxes one types in; `:read-only` would match every button and select too. */
export const typedControlClass = `${controlClass} read-only:bg-sunken read-only:shadow-none`
