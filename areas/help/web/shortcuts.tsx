import { useWords } from '#kit/web/i18n/words.ts'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Grid } from '#kit/web/ui/layout.tsx'
import css from './help.module.css'

/** The keys that work on every page. */
export function Shortcuts() {
  const t = useWords('help')
  const keys = [
    ['Ctrl K', 'search'],
    ['Esc', 'escape'],
    [t('shortcuts.arrows'), 'rows'],
    ['↵', 'open'],
    ['/', 'find'],
    ['F', 'filter'],
    ['N', 'add'],
    ['E', 'edit'],
    [t('shortcuts.space'), 'select'],
    [t('shortcuts.range_keys'), 'range'],
    ['Ctrl S', 'save'],
  ] as const
  return (
    <details className={css.shortcuts}>
      <summary>{t('shortcuts.title')}</summary>
      <Grid as="dl" gap={6} above={8}>
        {keys.map(([key, meaning]) => (
          <div key={meaning}>
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <Text as="dd" tone="soft">
              {t(`shortcuts.${meaning}`)}
            </Text>
          </div>
        ))}
      </Grid>
    </details>
  )
}
