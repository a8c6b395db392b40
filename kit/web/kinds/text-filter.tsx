import { useContext, useEffect, useRef, useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { afterPause } from '#kit/web/pending-work.ts'
import { FilterPlace } from './filter-place.ts'
import { FilterPopover } from './filter-popover.tsx'
import css from './filters.module.css'
import type { FilterProps } from './kind.ts'

/** Milliseconds between the last key and the question (TBL-34). */
const pause = 60

/** «Contains», for text of any kind. */
export function TextFilter({ label, value, onChange }: FilterProps) {
  const t = useWords('kit')
  const option = value[0]
  const given = typeof option === 'object' && option !== null && 'text' in option ? option.text : ''
  const [text, setText] = useState(given)
  const asked = useRef(given)
  // Someone else changed it: a saved view, the way back, «Clear filters».
  useEffect(() => {
    if (given === asked.current) return
    asked.current = given
    setText(given)
  }, [given])
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === asked.current) return undefined
    return afterPause(pause, () => {
      asked.current = wanted
      onChange(wanted ? [{ text: wanted }] : [])
    })
  }, [text, onChange])
  const place = useContext(FilterPlace)
  const input = (
    <input
      className={css.control}
      data-on={given !== '' || undefined}
      aria-label={t('table.filter_by', { name: label })}
      placeholder={t('table.filter')}
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
  if (!place) return input
  // Chosen values are named as they are.
  const labels = value.map((one) =>
    typeof one === 'string' ? one : one === null ? t('table.is_empty') : typeof one === 'object' && 'text' in one ? one.text : '',
  )
  return (
    <FilterPopover label={label} width={240} chosen={labels.filter(Boolean).join(', ') || undefined}>
      <div className={css.pop}>{input}</div>
    </FilterPopover>
  )
}
