import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { useLetterKeys } from '#kit/web/letter-keys.ts'
import { afterPause } from '#kit/web/pending-work.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import css from './list-page.module.css'

/** Milliseconds between the last key and the question to the server (TBL-34). */
const searchPause = 600

interface SearchBoxProps {
  readonly label: string
  readonly value: string
  readonly onChange: (search: string) => void
  /** The key that leads here from the page. */
  readonly letter?: string
  /** It has just been asked for. */
  readonly focused?: true | undefined
}

/** The search of a list; it waits until the person stops typing. */
export function SearchBox({ label, value, onChange, letter, focused }: SearchBoxProps) {
  const t = useWords('kit')
  const letters = useLetterKeys()
  const [text, setText] = useState(value)
  const asked = useRef(value)
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setText(value)
  }, [value])
  const stop = useRef(() => {})
  const ask = (wanted: string) => {
    stop.current()
    if (wanted === asked.current) return
    asked.current = wanted
    onChange(wanted)
  }
  const latest = useRef(ask)
  latest.current = ask
  useEffect(() => {
    if (text.trim() === asked.current) return undefined
    stop.current = afterPause(searchPause, () => latest.current(text.trim()))
    return stop.current
  }, [text])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') ask(text.trim())
  }
  return (
    <div className={css.search} role="search">
      <Search size={14} aria-hidden />
      <input
        type="search"
        autoFocus={focused}
        aria-label={label}
        aria-keyshortcuts={letter}
        placeholder={t('table.search')}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {text ? (
        <IconButton
          label={t('actions.clear')}
          size="sm"
          onClick={() => {
            setText('')
            ask('')
          }}
        >
          <X size={12} />
        </IconButton>
      ) : letter && letters ? (
        <Kbd>{letter}</Kbd>
      ) : null}
    </div>
  )
}
