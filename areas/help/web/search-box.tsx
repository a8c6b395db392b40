import { Search } from 'lucide-react'
import { useDeferredValue, useId, useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Box } from '#kit/web/ui/layout.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useWikiSearch } from './wiki-api.ts'
import css from './help.module.css'

/** Finds pages while one types; what is found stands below, as links to press. */
export function SearchBox({ onOpen }: { readonly onOpen: (identifier: string) => void }) {
  const t = useWords('help')
  const list = useId()
  const [typed, setTyped] = useState('')
  const asked = useDeferredValue(typed.trim())
  const { data: found } = useWikiSearch(asked)
  const open = (identifier: string) => {
    setTyped('')
    onOpen(identifier)
  }
  const first = found?.[0]
  return (
    <search className={css.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (asked && first) open(first.identifier)
        }}
      >
        <TextInput
          type="search"
          aria-label={t('search')}
          aria-controls={list}
          placeholder={t('search')}
          icon={<Search size={14} strokeWidth={1.75} aria-hidden />}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
      <Text role="status" as="p" above={4} tone="quiet" size={12} className={css.count}>
        {asked && found ? t('found', { count: found.length }) : ''}
      </Text>
      <Box id={list} as="ul" above={4} overflow="scrolled-down" className={css.found}>
        {asked
          ? found?.map(({ identifier, title, excerpt }) => (
              <li key={identifier}>
                <Box as="button" full padY={6} padX={8} corner={6} side="start" type="button" onClick={() => open(identifier)}>
                  <strong>{title}</strong>
                  <Text tone="quiet" size={12} line={16}>
                    {excerpt}
                  </Text>
                </Box>
              </li>
            ))
          : null}
      </Box>
    </search>
  )
}
