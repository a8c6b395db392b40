import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Grid } from '#kit/web/ui/layout.tsx'
import { TextArea, TextInput } from '#kit/web/ui/text-input.tsx'
import css from './builder.module.css'

type Name = 'name' | 'title' | 'description' | 'text' | 'help'
type Both<N extends Name> = Readonly<Record<`${N}_en` | `${N}_fr`, string | null>>

interface BothTextsProps<N extends Name> {
  readonly of: Both<N>
  readonly name: N
  /** Of several lines. */
  readonly long?: boolean
  readonly required?: boolean
  /** Shown at the languages that are missing. */
  readonly missing?: string | undefined
  /** Writing begins here while there is nothing, in the reader's language. */
  readonly begin?: boolean
  readonly onChange: (changes: Partial<Both<N>>) => void
}

/** A text in both languages, side by side. */
export function BothTexts<N extends Name>({ of, name, long = false, required = false, missing, begin = false, onChange }: BothTextsProps<N>) {
  const t = useWords('questionnaires')
  const reader = useLanguage()
  return (
    <Grid gap={12} className={css.pair} data-field={name}>
      {(['en', 'fr'] as const).map((lang) => {
        const key = `${name}_${lang}` as const
        const props = {
          label: t(`fields.${key as 'name_en'}`),
          required,
          lang,
          error: of[key] ? undefined : missing,
          value: of[key] ?? '',
          onChange: (event: { readonly target: { readonly value: string } }) => onChange({ [key]: event.target.value || null } as Partial<Both<N>>),
        }
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- what is empty and new is there to be named
        if (!long) return <TextInput key={lang} {...props} maxLength={255} autoFocus={begin && lang === reader} />
        return <TextArea key={lang} {...props} rows={2} maxLength={4000} />
      })}
    </Grid>
  )
}
