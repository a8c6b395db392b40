import { useWords } from '#kit/web/i18n/words.ts'
import { useLetterKeys } from '#kit/web/letter-keys.ts'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import type { Verb } from './verbs.tsx'
import css from './verbs.module.css'

/** The letters that do something with the open record; nothing where they are switched off. */
export function KeyHints({ verbs }: { readonly verbs: readonly Verb[] }) {
  const t = useWords('kit')
  const on = useLetterKeys()
  if (!on) return null
  return (
    <span className={css.hints}>
      {verbs.map(({ name, label, letter }) =>
        letter ? (
          <span key={name}>
            <Kbd>{letter.toUpperCase()}</Kbd> {label}
          </span>
        ) : null,
      )}
      <span>
        <Kbd>J</Kbd> <Kbd>K</Kbd> {t('record.walk')}
      </span>
    </span>
  )
}
