import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { announcePages } from './build/announce-pages.ts'
import { compileAhead } from './build/compile-ahead.ts'
import { compress } from './build/compress.ts'
import { countParts } from './build/count-parts.ts'
import { announceFrame, frameChunk } from './build/frame-chunk.ts'
import { compileCatalogues, refuseServerModules, staticWords } from './build/compile-catalogues.ts'
import { lightIcons } from './build/light-icons.ts'
import { lightQueries } from './build/light-queries.ts'
import { lightRouter } from './build/light-router.ts'
import { lightStore } from './build/light-store.ts'
import { pureContracts } from './build/pure-contracts.ts'
import { refuseCircles } from './build/refuse-circles.ts'

const here = import.meta.dirname
const repository = join(here, '../..')

export default defineConfig({
  root: here,
  publicDir: 'public',
  cacheDir: join(repository, 'node_modules/.cache/vite'),
  plugins: [
    refuseServerModules(),
    compileCatalogues(),
    staticWords(repository),
    lightIcons(join(repository, 'kit/web/ui/light-icon.tsx')),
    lightRouter(),
    lightQueries(),
    lightStore(),
    pureContracts(),
    countParts(join(repository, 'kit/web/pending-work.ts')),
    react(),
    announceFrame(),
    announcePages(repository),
    refuseCircles(),
    compileAhead(),
    compress(),
  ],
  server: {
    port: 5173,
    fs: { allow: [repository] },
    proxy: { '/api': { target: `http://127.0.0.1:${process.env['PORT'] ?? 3000}`, xfwd: true } },
  },
  build: {
    outDir: join(repository, 'dist/web'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2024',
    rolldownOptions: {
      // What an area's index names besides what is asked of it must not come with it: it does nothing by being read.
      treeshake: { moduleSideEffects: [{ test: /\/areas\/[\w-]+\/web\/index\.ts$/, sideEffects: false }] },
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: [frameChunk(repository)] } },
    },
    // Which scripts a page needs is told for all of them at once (page-files.ts): a list in the frame would be longer than what it is for. Styles come no other way.
    modulePreload: { resolveDependencies: (_file, needed, { hostType }) => (hostType === 'html' ? needed : needed.filter((file) => file.endsWith('.css'))) },
    // The content policy allows no data: fonts, and an inlined icon would be repeated in every chunk.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
})
