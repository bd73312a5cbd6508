import {
  CategoryList,
  CategoryListQuery,
  CategoryQuery,
  CategoryResponse,
  SuperCategoryList,
  SuperCategoryListQuery,
  SuperCategoryQuery,
  SuperCategoryResponse,
} from '#shared/categories.ts';
import type { Api } from './operation.ts';

export const categoriesApi = {
  list: {
    method: 'get',
    path: '/api/v1/categories',
    summary: 'List categories with their prices per click',
    access: 'public',
    query: CategoryListQuery,
    responses: { 200: CategoryList },
  },
  show: {
    method: 'get',
    path: '/api/v1/categories/{id}',
    summary: 'Get a category',
    access: 'public',
    query: CategoryQuery,
    responses: { 200: CategoryResponse },
  },
  listSuper: {
    method: 'get',
    path: '/api/v1/super_categories',
    summary: 'List category groups',
    access: 'public',
    query: SuperCategoryListQuery,
    responses: { 200: SuperCategoryList },
  },
  showSuper: {
    method: 'get',
    path: '/api/v1/super_categories/{id}',
    summary: 'Get a category group',
    access: 'public',
    query: SuperCategoryQuery,
    responses: { 200: SuperCategoryResponse },
  },
} satisfies Api;
