import { languages } from '#kit/contract/catalogue.ts'
import { chooseLanguage, useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'

/** The other language, for people who are not signed in; the browser remembers the choice. */
export function Languages() {
  const kit = useWords('kit')
  const current = useLanguage()
  return (
    <footer>
      {languages
        .filter((language) => language !== current)
        .map((language) => (
          <Button key={language} variant="link" size="sm" lang={language} onClick={() => void chooseLanguage(language)}>
            {kit(`language.${language}`)}
          </Button>
        ))}
    </footer>
  )
}
