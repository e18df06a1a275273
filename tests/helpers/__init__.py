"""What tests share: pages, servers, spiders, crawls in processes of their own."""
