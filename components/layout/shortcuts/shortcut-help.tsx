'use client'

import { Switch } from '#components/ui/form/switch.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { KeyCombination } from './key-combination.tsx'
import type { Shortcut } from './keybindings.ts'

type ShortcutHelpProps = {
  shortcuts: readonly Shortcut[]
  onClose: () => void
  hasSingleKeys: boolean
  onSingleKeysChange: (isOn: boolean) => void
}

/** Lists the shortcuts of this page. */
export function ShortcutHelp({ shortcuts, onClose, hasSingleKeys, onSingleKeysChange }: ShortcutHelpProps) {
  const groups = [...new Set(['This page', ...shortcuts.map((shortcut) => shortcut.group)])].filter((group) =>
    shortcuts.some((shortcut) => shortcut.group === group),
  )
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard shortcuts" firstFocus="dialog">
      <div className="flex flex-col gap-4">
        {groups.map((group) => (
          <section key={group} aria-label={group}>
            <h3 className="text-xs font-medium text-muted">{group}</h3>
            <dl className="mt-1">
              {shortcuts
                .filter((shortcut) => shortcut.group === group)
                .map((shortcut) => (
                  <div
                    key={shortcut.keys}
                    className="flex items-center justify-between gap-4 border-b border-line py-1 last:border-0"
                  >
                    <dt className="text-sm">{shortcut.description}</dt>
                    <dd>
                      <KeyCombination keys={shortcut.keys} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
        <Switch
          label="Single-key shortcuts"
          hint="Turn them off if they interfere with speech input or another tool. Shortcuts with Ctrl or Cmd keep working."
          checked={hasSingleKeys}
          onChange={(event) => onSingleKeysChange(event.target.checked)}
        />
      </div>
    </Dialog>
  )
}
