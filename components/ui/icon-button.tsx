import type { ComponentProps, ReactNode } from 'react'
import { Button } from './button.tsx'
import { Tooltip } from './overlay/tooltip.tsx'

type IconButtonProps = Omit<ComponentProps<typeof Button>, 'children' | 'aria-label' | 'shape'> & {
  /** Accessible name and tooltip. */
  label: string
  icon: ReactNode
}

export function IconButton({ label, variant = 'ghost', ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      {/* With a description of its own, none, the tooltip does not repeat the label. */}
      <Button
        {...rest}
        variant={variant}
        shape="square"
        aria-label={label}
        aria-describedby={rest['aria-describedby']}
      />
    </Tooltip>
  )
}
