'use client'
import { Search } from 'lucide-react'
import { useShortcut } from '@/components/ui/preferences'
import { openDialog, searchKey } from './keyboard'

/** Opens the look-up from the bar; on a phone it is a tab. */
export function SearchButton() {
  const shortcut = useShortcut(searchKey.key)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts={shortcut}
      className="flex h-[30px] w-[320px] min-w-0 items-center gap-2 rounded-2 border border-control bg-surface pr-1.5 pl-2 text-ink-3 hover:bg-hover max-sm:hidden"
      onClick={() => openDialog('search')}
    >
      <Search />
      Look up an ID, reference or hash
      {shortcut && (
        <kbd aria-hidden className="ml-auto">
          {shortcut}
        </kbd>
      )}
    </button>
  )
}
