import { useContext, useState, type ReactNode } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Popover } from '#kit/web/ui/popover.tsx'
import { FilterButton } from './filter-button.tsx'
import { FilterPlace } from './filter-place.ts'

interface FilterPopoverProps {
  readonly label: string
  readonly chosen: string | undefined
  readonly width: number
  readonly onOpen?: ((opened: boolean) => void) | undefined
  readonly children: ReactNode
}

/** What a filter is chosen in, behind its button or chip. */
export function FilterPopover({ label, chosen, width, onOpen, children }: FilterPopoverProps) {
  const t = useWords('kit')
  const place = useContext(FilterPlace)
  return (
    <Popover
      label={t('table.filter_by', { name: label })}
      width={width}
      startOpen={place?.startOpen ?? false}
      onOpenChange={(opened) => {
        onOpen?.(opened)
        place?.onOpenChange(opened)
      }}
      trigger={(trigger) => <FilterButton {...trigger} label={label} chosen={chosen} />}
    >
      {() => children}
    </Popover>
  )
}

/** Whether the filter around is open, told by `onOpen`; one that comes into being open is so at once. */
export function useOpened(): [boolean, (opened: boolean) => void] {
  const place = useContext(FilterPlace)
  return useState(place?.startOpen ?? false)
}
