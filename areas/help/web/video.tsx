import { Play } from 'lucide-react'
import { useState } from 'react'
import { playerAddress, type Video as Source } from '#areas/help/contract/video.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { Box, Stack } from '#kit/web/ui/layout.tsx'
import css from './help.module.css'

/** A video of at most 640 × 360; nothing is asked of its provider before it is played (SEC-09). */
export function Video({ provider, link_id, title }: Source & { readonly title: string }) {
  const t = useWords('help')
  const [playing, setPlaying] = useState(false)
  const address = playerAddress({ provider, link_id })
  if (!address) return null
  return (
    <Box full below={16} overflow="clipped" corner={8} fill="mute" className={css.video}>
      {playing ? (
        <iframe
          src={address}
          title={t('video.title', { title })}
          allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
          // Its scripts run in the provider's own origin, never in ours.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          // Both refuse players that do not say on whose pages they stand.
          referrerPolicy="strict-origin-when-cross-origin"
        />
      ) : (
        <Stack
          type="button"
          as="button"
          align="center"
          spread="middle"
          gap={6}
          full
          padY={16}
          padX={16}
          tone="plain"
          className={css.play}
          onClick={() => setPlaying(true)}
        >
          <Play size={28} strokeWidth={1.75} aria-hidden />
          <span>{t('video.play')}</span>
          <Text as="small" tone="mute" weight={400} size={12}>
            {t('video.notice', { provider: t(`video.${provider}`) })}
          </Text>
        </Stack>
      )}
    </Box>
  )
}
