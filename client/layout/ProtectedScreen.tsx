import { type ComponentType, lazy, Suspense } from 'react';
import { loadChunk } from '#client/api/load-chunk.ts';
import { UnsavedGuard } from '#client/api/use-unsaved-guard.ts';
import { RequireRole } from '#client/session/RequireRole.tsx';
import { ScreenSkeleton } from '#client/ui/Skeletons.tsx';
import type { Role } from '#shared/auth.ts';
import type { Screen } from './screen.ts';

/** A screen behind sign-in. The server and the first paint show its skeleton; its script loads once the role is known. */
export function behindSession({ src, screen }: Screen, forRole: Role): ComponentType {
  const Loaded = lazy(async () => ({ default: await loadChunk(src, screen) }));
  const waiting = <ScreenSkeleton />;
  return () => (
    <RequireRole forRole={forRole} waiting={waiting}>
      <UnsavedGuard />
      <Suspense fallback={waiting}>
        <MantineFrame>
          <Loaded />
        </MantineFrame>
      </Suspense>
    </RequireRole>
  );
}

/** Mantine comes with the protected screens only. */
const MantineFrame = lazy(async () => ({
  default: (await loadChunk('controls', () => import('./MantineFrame.tsx'))).MantineFrame,
}));
