import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Newsletter, NewsletterProgress } from '#shared/newsletters.ts';
import { DeliveryPanel } from './DeliveryPanel.tsx';

it('shows the live total while readers are still being added', () => {
  const counts = { delivered_count: 0, bounced_count: 0, suppressed_count: 0, uncertain_count: 0, clicks_count: 0 };
  const newsletter = { kind: 'daily', status: 'frozen', deliveries_total: 0, ...counts } as unknown as Newsletter;
  const progress = { deliveries_total: 180_000, left_count: 180_000, ...counts } as NewsletterProgress;
  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <DeliveryPanel newsletter={newsletter} progress={progress} />
    </QueryClientProvider>,
  );
  expect(html).toContain('max="180000" value="0"');
  expect(html).toMatch(/Emails<\/dt><dd[^>]*>180,000</);
});
