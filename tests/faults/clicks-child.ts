/** A process that follows tracked links, to be killed. It tells its port; for the control it answers before the click is stored. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { linkFollower } from '#server/clicks/redirect.ts';
import { trackedLinkRoutes } from '#server/clicks/routes.ts';
import { openDatabase } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';

export type ChildOrder = { databaseUrl: string; secret: string; now: string; answersFirst: boolean };

const order = JSON.parse(process.argv[2]!) as ChildOrder;
const { pool } = openDatabase(order.databaseUrl, { connections: 4 });
const deps = { pool, config: { appSecret: order.secret }, now: () => new Date(order.now) } as Deps;
const follow = linkFollower(deps);
const app = express();
app.get('/:token', (req, res, next) => {
  if (!order.answersFirst) return next();
  res.redirect(302, 'https://www.amazon.com/');
  void follow(req.params.token, { ua_class: 'person', ip: req.ip });
});
app.use(trackedLinkRoutes(deps));
const server = createServer(app).listen(0, '127.0.0.1', () => {
  process.send!((server.address() as AddressInfo).port);
});
